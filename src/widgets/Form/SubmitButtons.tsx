import type { FormProps } from '../../generated/widgets/Form.ts'
import { cx } from '../cx.ts'
import Icon from '../Icon/Icon.tsx'
import css from './Form.module.css'

type Way = NonNullable<FormProps['sends']>['ways'][number]

interface SubmitButtonsProps {
  label: string
  tone: NonNullable<FormProps['tone']>
  /** Several ways to send, side by side; without them there is one button. */
  ways: readonly Way[] | undefined
  disabled: boolean
  busy: boolean
  /** The way whose steps run. */
  busyWay: string | null
  /** Called before the form is submitted. */
  onPress: (way: string) => void
}

export function SubmitButtons({ label, tone, ways, disabled, busy, busyWay, onPress }: SubmitButtonsProps) {
  if (!ways) {
    return (
      <button type="submit" className={cx(css.submit, tone !== 'gold' && css[tone])} disabled={disabled} aria-busy={busy}>
        {busy && <span className={css.spinner} aria-hidden />}
        <span>{label}</span>
      </button>
    )
  }
  return (
    <fieldset aria-label={label} className={css.ways}>
      {ways.map(({ id, label: words, note, tone: colour }) => {
        const isBusy = busy && busyWay === id
        return (
          // No submit button: the enter key would press the first.
          <button
            key={id}
            type="button"
            className={cx(css.way, css[colour])}
            disabled={disabled}
            aria-busy={isBusy}
            onClick={({ currentTarget }) => {
              onPress(id)
              currentTarget.form?.requestSubmit()
            }}
          >
            {isBusy ? <span className={css.spinner} aria-hidden /> : <Icon name={colour === 'up' ? 'trending-up' : 'trending-down'} size="sm" />}
            <span>{words}</span>
            {note !== undefined && <span className={css.note}>{note}</span>}
          </button>
        )
      })}
    </fieldset>
  )
}
