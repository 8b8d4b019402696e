import { useEffect, useRef, type MouseEvent, type RefObject, type SyntheticEvent } from 'react'
import { useLayer } from '../state/layers.ts'

export interface Modal {
  ref: RefObject<HTMLDialogElement | null>
  /** Closes the dialog, calls onClose once. */
  leave: () => void
  props: {
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => void
    onClick: (event: MouseEvent<HTMLDialogElement>) => void
  }
}

/**
 * A native modal dialog whose owner controls it: opens it, puts the focus on [data-autofocus] or else on
 * [data-panel], and gives the focus back when it closes or is taken away. The dialog element itself is the backdrop.
 * `away` plays the way out and settles when it is over.
 */
export function useModal(
  open: boolean,
  { onLeave, dismissible, away }: { onLeave: () => void; dismissible: boolean; away?: (dialog: HTMLDialogElement) => Promise<void> },
): Modal {
  const ref = useRef<HTMLDialogElement>(null)
  const told = useRef(false)

  useEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return undefined
    const before = document.activeElement
    told.current = false
    dialog.showModal()
    const target = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>('[data-panel]')
    target?.focus({ preventScroll: true })
    return () => {
      told.current = true
      if (dialog.open) dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [open])

  useEffect(() => {
    const dialog = ref.current
    const view = window.visualViewport
    if (!open || !dialog || !view) return undefined
    // iOS lays its keyboard over the page instead of making the page shorter.
    const fit = () => {
      dialog.style.setProperty('--keyboard', `${Math.max(0, Math.round(window.innerHeight - view.height - view.offsetTop))}px`)
    }
    fit()
    view.addEventListener('resize', fit)
    return () => view.removeEventListener('resize', fit)
  }, [open])

  const tell = () => {
    if (told.current) return
    told.current = true
    onLeave()
  }
  const leave = () => {
    const dialog = ref.current
    if (!dialog || told.current) return
    const end = () => {
      if (dialog.open) dialog.close()
      tell()
    }
    if (away) void away(dialog).then(end)
    else end()
  }
  useLayer(open, () => {
    if (dismissible) leave()
    return dismissible
  })

  return {
    ref,
    leave,
    props: {
      onCancel(event) {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (dismissible) leave()
      },
      // The browser closes a dialog when Esc is pressed twice.
      onClose(event) {
        if (event.target === event.currentTarget && !event.currentTarget.open) tell()
      },
      onClick(event) {
        if (dismissible && event.target === event.currentTarget) leave()
      },
    },
  }
}
