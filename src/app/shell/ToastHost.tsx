import { useEffect, useRef } from 'react'
import { useToasts } from '../../state/ui.ts'
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
        <Toast key={toast.id} text={toast.text} tone={toast.tone} />
      ))}
    </div>
  )
}
