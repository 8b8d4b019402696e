import { useEffect, useRef, type MouseEvent, type PointerEvent, type RefObject, type SyntheticEvent } from 'react'
import { useLayer } from '../../state/layers.ts'

export interface Modal {
  ref: RefObject<HTMLDialogElement | null>
  /** Closes the dialog, calls onClose once. */
  close: () => void
  props: {
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => void
    onPointerDown: (event: PointerEvent<HTMLDialogElement>) => void
    onClick: (event: MouseEvent<HTMLDialogElement>) => void
  }
}

/**
 * A native modal dialog whose owner controls it: opens it, puts the focus on [data-autofocus] or else on
 * [data-panel], and gives the focus back when it closes or unmounts. The dialog element itself is the backdrop.
 * `animateOut` plays the closing animation; its promise resolves at the end.
 */
export function useModal(
  open: boolean,
  {
    onClose,
    dismissible,
    animateOut,
  }: { onClose: () => void; dismissible: boolean; animateOut?: (dialog: HTMLDialogElement) => Promise<void> },
): Modal {
  const ref = useRef<HTMLDialogElement>(null)
  const isClosed = useRef(false)
  /** The last press began on the content. */
  const isPressInside = useRef(false)

  useEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return undefined
    const previousFocus = document.activeElement
    isClosed.current = false
    dialog.showModal()
    const target =
      dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>('[data-panel]')
    target?.focus({ preventScroll: true })
    return () => {
      isClosed.current = true
      if (dialog.open) dialog.close()
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected)
        previousFocus.focus({ preventScroll: true })
    }
  }, [open])

  const notifyClosed = () => {
    if (isClosed.current) return
    isClosed.current = true
    onClose()
  }
  const close = () => {
    const dialog = ref.current
    if (!dialog || isClosed.current) return
    const finish = () => {
      if (dialog.open) dialog.close()
      notifyClosed()
    }
    if (animateOut) void animateOut(dialog).then(finish)
    else finish()
  }
  useLayer(open, () => {
    if (dismissible) close()
    return dismissible
  })

  return {
    ref,
    close,
    props: {
      onCancel(event) {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (dismissible) close()
      },
      // The browser closes a dialog when Esc is pressed twice.
      onClose(event) {
        if (event.target === event.currentTarget && !event.currentTarget.open) notifyClosed()
      },
      onPointerDown(event) {
        isPressInside.current = event.target !== event.currentTarget
      },
      // A press that begins in a field and ends elsewhere, since the keypad has opened or a selection was dragged, is a click of the dialog.
      onClick(event) {
        if (dismissible && event.target === event.currentTarget && !isPressInside.current) close()
        isPressInside.current = false
      },
    },
  }
}
