import { TOAST_MS } from '../../language/constants.ts'
import { createAtom, get, set, update, type Atom } from '../store.ts'

export interface ToastAction {
  label: string
  run(): void
}

export interface Toast {
  id: number
  text: string
  tone: 'info' | 'success' | 'error'
  /** Milliseconds on screen. */
  ms: number
  /**
   * Subject of the text, if it can become untrue: `closeToasts` removes it then. Without it, the subject is the screen.
   */
  about?: 'payment' | 'message'
  /** A button, which closes the toast. */
  action?: ToastAction
  /** The user has acted since it appeared. */
  isOld?: boolean
}

export type ToastOptions = Partial<Pick<Toast, 'tone' | 'about' | 'action' | 'ms'>>

const QUEUE_LIMIT = 4

/** Modal overlay, open until it is answered. `kind` selects its renderer, `body` is the renderer's input. */
export interface Overlay<Kind extends string = string, Body = unknown, Answer = unknown> {
  id: number
  kind: Kind
  body: Body
  close(answer: Answer): void
}

/** The layers of a client over its screens: toasts, overlays and the mark of calls in flight. */
export function createUi() {
  let nextId = 1

  const baseToasts = createAtom<readonly Toast[]>([])
  /** The toasts on screen, oldest first. */
  const toasts: Atom<readonly Toast[]> = baseToasts

  /**
   * Shows a text for `ms`, which the host counts from its first frame on screen: a busy page draws it late. The same text again restarts
   * its time, so ten failing calls do not stack ten toasts.
   */
  function showToast(text: string, { tone = 'info', ms = TOAST_MS, about, action }: ToastOptions = {}): void {
    const toast: Toast = { id: nextId++, text, tone, ms, ...(about && { about }), ...(action && { action }) }
    update(baseToasts, (list) => [...list.filter((item) => item.text !== text), toast].slice(-QUEUE_LIMIT))
  }

  /** Closes a toast; no effect if it is closed. */
  function closeToast(id: number): void {
    if (get(baseToasts).some((toast) => toast.id === id))
      update(baseToasts, (list) => list.filter((toast) => toast.id !== id))
  }

  /** Closes the toasts about a thing. */
  function closeToasts(about: NonNullable<Toast['about']>): void {
    if (get(baseToasts).some((toast) => toast.about === about))
      update(baseToasts, (list) => list.filter((toast) => toast.about !== about))
  }

  /** Marks the toasts on screen: the user's next action begins, and what it shows comes after them. */
  function markToastsOld(): void {
    if (get(baseToasts).some((toast) => !toast.isOld))
      update(baseToasts, (list) => list.map((toast) => ({ ...toast, isOld: true })))
  }

  /** Closes the marked toasts about the screen: the user leaves it. A toast of the action that leaves it stays. */
  function closeOldToasts(): void {
    if (get(baseToasts).some((toast) => toast.isOld && !toast.about))
      update(baseToasts, (list) => list.filter((toast) => !toast.isOld || toast.about))
  }

  const baseOverlays = createAtom<readonly Overlay[]>([])
  /** Open overlays, the topmost last. */
  const overlays: Atom<readonly Overlay[]> = baseOverlays

  /** Opens an overlay and resolves with its answer; null when it is closed by closeOverlays. */
  function openOverlay<Answer>(kind: string, body: unknown): Promise<Answer | null> {
    return new Promise((resolve) => {
      const id = nextId++
      const close = (answer: unknown) => {
        if (!get(baseOverlays).some((overlay) => overlay.id === id)) return
        update(baseOverlays, (list) => list.filter((overlay) => overlay.id !== id))
        resolve(answer as Answer | null)
      }
      update(baseOverlays, (list) => [...list, { id, kind, body, close }])
    })
  }

  /** Closes the topmost overlay of a kind. */
  function closeTopOverlay(kind: string): void {
    get(baseOverlays)
      .findLast((overlay) => overlay.kind === kind)
      ?.close(null)
  }

  /** Closes all overlays, the topmost first. */
  function closeOverlays(): void {
    for (const overlay of get(baseOverlays).toReversed()) overlay.close(null)
  }

  const baseBusy = createAtom(0)
  /** Count of calls in flight that the user waits for. */
  const busyCount: Atom<number> = baseBusy
  const busy = {
    begin: () => update(baseBusy, (count) => count + 1),
    end: () => update(baseBusy, (count) => Math.max(0, count - 1)),
  }

  /** For tests and for a relaunch: removes all toasts, overlays and busy counts. */
  function reset(): void {
    closeOverlays()
    set(baseToasts, [])
    set(baseBusy, 0)
  }

  return {
    toasts,
    overlays,
    busyCount,
    busy,
    showToast,
    closeToast,
    closeToasts,
    markToastsOld,
    closeOldToasts,
    openOverlay,
    closeTopOverlay,
    closeOverlays,
    reset,
  }
}

export type UiState = ReturnType<typeof createUi>
