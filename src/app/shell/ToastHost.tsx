import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useClient } from '../../engine/state/client/context.ts'
import type { Toast as ToastState } from '../../engine/state/client/ui.ts'
import { useValue } from '../../engine/state/store.ts'
import Toast from '../../engine/widgets/Toast/Toast.tsx'
import { createAnnouncer, type Announcer } from './announcer.ts'
import css from './hosts.module.css'

/**
 * Shows the toasts in a popover, which is in the top layer, and announces them in live regions beside it. Both are children of the
 * topmost open modal dialog, since everything outside of that is inert, and of the shell while no dialog is open.
 */
export function ToastHost() {
  const { ui } = useClient()
  const toasts = useValue(ui.toasts)
  const home = useRef<HTMLDivElement>(null)
  const [popover] = useState(createPopover)
  const [announcer] = useState(createAnnouncer)
  const last = toasts.at(-1)?.id

  useEffect(() => {
    const place = () => {
      const parent = [...document.querySelectorAll('dialog[open]')].at(-1) ?? home.current
      if (!parent || popover.parentNode === parent) return
      announcer.moveTo(parent)
      parent.append(popover)
      // A popover that is moved is closed.
      raise(popover, popover.hasChildNodes())
    }
    place()
    const dialogs = new MutationObserver(place)
    dialogs.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] })
    return () => {
      dialogs.disconnect()
      popover.remove()
      announcer.element.remove()
    }
  }, [popover, announcer])
  useEffect(() => raise(popover, last !== undefined), [popover, last])
  useEffect(() => {
    // A tap closes a toast; a button of it closes it by itself.
    const onTap = ({ target }: Event): void => {
      if (!(target instanceof Element) || target.closest('button')) return
      const tapped = toasts[[...popover.children].findIndex((toast) => toast.contains(target))]
      if (tapped) ui.closeToast(tapped.id)
    }
    popover.addEventListener('click', onTap)
    return () => popover.removeEventListener('click', onTap)
  }, [popover, toasts, ui])

  return (
    <div ref={home} className={css.toastHome}>
      {createPortal(
        toasts.map((toast) => <TimedToast key={toast.id} toast={toast} announcer={announcer} />),
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

/** Shows the popover above everything in the top layer, or hides it. */
function raise(popover: HTMLElement, isShown: boolean): void {
  if (typeof popover.showPopover !== 'function') return
  if (popover.matches(':popover-open')) popover.hidePopover()
  if (isShown) popover.showPopover()
}

/** Its time begins with a frame: not while the page is too busy to draw it, nor in the background. */
function TimedToast({ toast: { id, text, tone, ms, action }, announcer }: { toast: ToastState; announcer: Announcer }) {
  const { closeToast } = useClient().ui
  const label = action?.label
  useEffect(
    () => announcer.announce(label === undefined ? text : `${text} ${label}`, tone === 'error'),
    [announcer, text, label, tone],
  )
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => closeToast(id), ms)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [closeToast, id, ms])
  const press = (): void => {
    closeToast(id)
    action?.run()
  }
  return <Toast text={text} tone={tone} {...(action && { action: action.label, onPress: press })} />
}
