import type { MouseEvent } from 'react'
import type { FormProps } from '../../generated/widgets/Form.ts'
import { cx } from '../cx.ts'
import Icon from '../Icon/Icon.tsx'
import css from './Form.module.css'

type Way = NonNullable<FormProps['sends']>['ways'][number]

interface WaysProps {
  label: string
  ways: readonly Way[]
  disabled: boolean
  /** The one whose steps run. */
  busy: string | null
  onSend: (event: MouseEvent, way: string) => void
}

/** Send buttons side by side: each says which way the form goes. */
export function Ways({ label, ways, disabled, busy, onSend }: WaysProps) {
  return (
    <fieldset aria-label={label} className={css.ways}>
      {ways.map(({ id, label: words, note, tone }) => (
        <button key={id} type="button" className={cx(css.way, css[tone])} disabled={disabled} aria-busy={busy === id} onClick={(event) => onSend(event, id)}>
          {busy === id ? <span className={css.spinner} aria-hidden /> : <Icon name={tone === 'up' ? 'trending-up' : 'trending-down'} size="sm" />}
          <span>{words}</span>
          {note !== undefined && <span className={css.note}>{note}</span>}
        </button>
      ))}
    </fieldset>
  )
}
