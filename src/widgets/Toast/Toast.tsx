import type { ToastProps } from '../../generated/widgets/Toast.ts'
import { cx } from '../lib/cx.ts'
import Icon from '../Icon/Icon.tsx'
import css from './Toast.module.css'

const ICONS = { info: 'info', success: 'circle-check', error: 'circle-alert' } as const

export default function Toast({ text, tone = 'info', action, onPress }: ToastProps) {
  return (
    <div className={cx(css.toast, css[tone])} role={tone === 'error' ? 'alert' : 'status'}>
      <span className={css.icon}>
        <Icon name={ICONS[tone]} size="sm" />
      </span>
      <span className={css.text}>{text}</span>
      {action === undefined ? null : (
        <button type="button" className={css.action} onClick={() => void onPress?.()}>
          {action}
        </button>
      )}
    </div>
  )
}
