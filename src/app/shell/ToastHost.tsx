import { useEffect, useRef } from 'react'
import { closeToast, useToasts, type Toast as ToastState } from '../../state/ui.ts'
import Toast from '../../widgets/Toast/Toast.tsx'
import css from './hosts.module.css'

/** A popover is in the top layer: above open modal dialogs, if shown after them. */
export function ToastHost() {
  const toasts = useToasts()
  const ref = useRef<HTMLDivElement>(null)
  const last = toasts.at(-1)?.id

  useEffect(() => {
    const host = ref.current
    if (!host || typeof host.showPopover !== 'function') return
    if (host.matches(':popover-open')) host.hidePopover()
    if (last !== undefined) host.showPopover()
  }, [last])

  return (
    <div ref={ref} popover="manual" className={css.toasts}>
      {toasts.map((toast) => (
        <TimedToast key={toast.id} toast={toast} />
      ))}
    </div>
  )
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
