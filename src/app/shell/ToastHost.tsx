import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { closeToast, useToasts, type Toast as ToastState } from '../../state/ui.ts'
import Toast from '../../widgets/Toast/Toast.tsx'
import css from './hosts.module.css'

/**
 * Shows the toasts in a popover, which is in the top layer. The popover is a child of the topmost open modal dialog, since everything
 * outside of that is inert, and of the shell while no dialog is open.
 */
export function ToastHost() {
  const toasts = useToasts()
  const home = useRef<HTMLDivElement>(null)
  const [popover] = useState(createPopover)
  const last = toasts.at(-1)?.id

  useEffect(() => () => popover.remove(), [popover])
  useEffect(() => {
    const parent = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? home.current
    const show = () => {
      // A popover that is moved is closed.
      if (popover.parentNode !== parent()) parent()?.append(popover)
      if (typeof popover.showPopover !== 'function') return
      if (popover.matches(':popover-open')) popover.hidePopover()
      if (last !== undefined) popover.showPopover()
    }
    show()
    if (last === undefined) return undefined
    const dialogs = new MutationObserver(() => {
      if (popover.parentNode !== parent()) show()
    })
    dialogs.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] })
    return () => dialogs.disconnect()
  }, [last, popover])

  return (
    <div ref={home} className={css.toastHome}>
      {createPortal(
        toasts.map((toast) => <TimedToast key={toast.id} toast={toast} />),
        popover,
      )}
    </div>
  )
}

function createPopover(): HTMLElement {
  const popover = document.createElement('div')
  popover.setAttribute('popover', 'manual')
  popover.className = css.toasts ?? ''
  return popover
}

/** Its time begins with a frame: not while the page is too busy to draw it, nor in the background. */
function TimedToast({ toast: { id, text, tone, ms, action } }: { toast: ToastState }) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => closeToast(id), ms)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [id, ms])
  const press = (): void => {
    closeToast(id)
    action?.run()
  }
  return <Toast text={text} tone={tone} {...(action && { action: action.label, onPress: press })} />
}
