import type { StepperProps } from '../../../generated/widgets/Stepper.ts'
import { useText } from '../../state/language.ts'
import { cx } from '../lib/styles/cx.ts'
import Icon from '../Icon/Icon.tsx'
import Time from '../Time/Time.tsx'
import css from './Stepper.module.css'

const STATE_ICONS = { done: 'check', failed: 'x', current: undefined, todo: undefined } as const

export default function Stepper({ label, steps }: StepperProps) {
  const t = useText()
  return (
    <ol className={css.steps} aria-label={label}>
      {steps.map(({ title, state, time = null, note }, index) => {
        const icon = STATE_ICONS[state]
        return (
          <li key={index} className={cx(css.step, css[state])} aria-current={state === 'current' ? 'step' : undefined}>
            <span className={css.mark} aria-hidden>
              {icon ? <Icon name={icon} size="xs" /> : <span className={css.dot} />}
            </span>
            <div className={css.words}>
              <p className={css.title}>
                <bdi>{title}</bdi>
                <span className={css.spoken}>{`, ${t(`stepper.${state}`)}`}</span>
              </p>
              {time !== null && <Time value={time} tone="faint" />}
              {note !== null && note !== undefined && <p className={css.note}>{note}</p>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
