import { TOAST_MS } from '../language/constants.ts'
import { createAtom, get, set, update, useValue, type Atom } from './store.ts'

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
let nextId = 1

const baseToastsAtom = createAtom<readonly Toast[]>([])
/** The toasts on screen, oldest first. */
export const toastsAtom: Atom<readonly Toast[]> = baseToastsAtom
export const useToasts = (): readonly Toast[] => useValue(toastsAtom)

/**
 * Shows a text for `ms`, which the host counts from its first frame on screen: a busy page draws it late. The same text again restarts
 * its time, so ten failing calls do not stack ten toasts.
 */
export function showToast(text: string, { tone = 'info', ms = TOAST_MS, about, action }: ToastOptions = {}): void {
  const toast: Toast = { id: nextId++, text, tone, ms, ...(about && { about }), ...(action && { action }) }
  update(baseToastsAtom, (list) => [...list.filter((item) => item.text !== text), toast].slice(-QUEUE_LIMIT))
}

/** Closes a toast; no effect if it is closed. */
export function closeToast(id: number): void {
  if (get(baseToastsAtom).some((toast) => toast.id === id))
    update(baseToastsAtom, (list) => list.filter((toast) => toast.id !== id))
}

/** Closes the toasts about a thing. */
export function closeToasts(about: NonNullable<Toast['about']>): void {
  if (get(baseToastsAtom).some((toast) => toast.about === about))
    update(baseToastsAtom, (list) => list.filter((toast) => toast.about !== about))
}

/** Marks the toasts on screen: the user's next action begins, and what it shows comes after them. */
export function markToastsOld(): void {
  if (get(baseToastsAtom).some((toast) => !toast.isOld))
    update(baseToastsAtom, (list) => list.map((toast) => ({ ...toast, isOld: true })))
}

/** Closes the marked toasts about the screen: the user leaves it. A toast of the action that leaves it stays. */
export function closeOldToasts(): void {
  if (get(baseToastsAtom).some((toast) => toast.isOld && !toast.about))
    update(baseToastsAtom, (list) => list.filter((toast) => !toast.isOld || toast.about))
}

/** Modal overlay, open until it is answered. `kind` selects its renderer, `body` is the renderer's input. */
export interface Overlay<Kind extends string = string, Body = unknown, Answer = unknown> {
  id: number
  kind: Kind
  body: Body
  close(answer: Answer): void
}

const baseOverlaysAtom = createAtom<readonly Overlay[]>([])
/** Open overlays, the topmost last. */
export const overlaysAtom: Atom<readonly Overlay[]> = baseOverlaysAtom
export const useOverlays = (): readonly Overlay[] => useValue(overlaysAtom)

/** Opens an overlay and resolves with its answer; null when it is closed by closeOverlays. */
export function openOverlay<Answer>(kind: string, body: unknown): Promise<Answer | null> {
  return new Promise((resolve) => {
    const id = nextId++
    const close = (answer: unknown) => {
      if (!get(baseOverlaysAtom).some((overlay) => overlay.id === id)) return
      update(baseOverlaysAtom, (list) => list.filter((overlay) => overlay.id !== id))
      resolve(answer as Answer | null)
    }
    update(baseOverlaysAtom, (list) => [...list, { id, kind, body, close }])
  })
}

/** Closes the topmost overlay of a kind. */
export function closeTopOverlay(kind: string): void {
  get(baseOverlaysAtom)
    .findLast((overlay) => overlay.kind === kind)
    ?.close(null)
}

/** Closes all overlays, the topmost first. */
export function closeOverlays(): void {
  for (const overlay of get(baseOverlaysAtom).toReversed()) overlay.close(null)
}

const baseBusyAtom = createAtom(0)
/** Count of calls in flight that the user waits for. */
export const busyAtom: Atom<number> = baseBusyAtom
/** Returns whether the user waits for a call. */
export const useBusy = (): boolean => useValue(busyAtom) > 0
export const busy = {
  begin: () => update(baseBusyAtom, (count) => count + 1),
  end: () => update(baseBusyAtom, (count) => Math.max(0, count - 1)),
}

/** For tests and for a relaunch: removes all toasts, overlays and busy counts. */
export function resetUi(): void {
  closeOverlays()
  set(baseToastsAtom, [])
  set(baseBusyAtom, 0)
}
