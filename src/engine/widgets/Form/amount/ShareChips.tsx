import { SHARES } from '../../Keypad/KeypadKeys.tsx'
import { useFormScope } from '../scope.ts'
import { percentOfMaximum, shareInSteps, type Shares } from './shares.ts'
import css from './ShareChips.module.css'

/** Sets an amount to a share of its maximum by one tap; a share of less than a step cannot be chosen. */
export function ShareChips({ label, amount, maximum, step, chosen, disabled, onShare }: Shares) {
  const { format } = useFormScope()
  const pressed = chosen ?? percentOfMaximum(amount, maximum)
  return (
    <fieldset className={css.chips} aria-label={label}>
      {SHARES.map((percent) => {
        const share = shareInSteps(maximum, percent, step)
        return (
          <button
            key={percent}
            type="button"
            className={css.chip}
            aria-pressed={percent === pressed}
            disabled={disabled || share === '0'}
            onClick={() => onShare(percent)}
          >
            {format.percent(String(percent))}
          </button>
        )
      })}
    </fieldset>
  )
}
