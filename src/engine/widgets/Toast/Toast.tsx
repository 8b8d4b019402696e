import type { ToastProps } from '../../../generated/widgets/Toast.ts'
import { cx } from '../lib/styles/cx.ts'
import Icon from '../Icon/Icon.tsx'
import css from './Toast.module.css'

const ICONS = { info: 'info', success: 'circle-check', error: 'circle-alert' } as const

/** Announced by its host: a screen reader may ignore a live region that is inserted together with its text. */
export default function Toast({ text, tone = 'info', action, onPress }: ToastProps) {
  return (
    <output className={cx(css.toast, css[tone])} aria-live="off">
      <span className={css.icon}>
        <Icon name={ICONS[tone]} size="sm" />
      </span>
      <span className={css.text}>{text}</span>
      {action === undefined ? null : (
        <button type="button" className={css.action} onClick={() => void onPress?.()}>
          {action}
        </button>
      )}
    </output>
  )
}
