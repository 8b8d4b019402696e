import Slider from '../../Slider/Slider.tsx'
import { isDecimal } from '../../../language/values/decimal.ts'
import { percentOfMaximum, shareInSteps } from './conversion.ts'
import { useFormScope } from '../scope.ts'
import css from './AmountSlider.module.css'

const MARKS = [0, 25, 50, 75, 100]

interface AmountSliderProps {
  label: string
  /** In the unit of the field; "" for none. */
  amount: string
  /** Null while it is unknown. */
  maximum: string | null
  step: string
  disabled: boolean
  onChange: (amount: string) => void
}

/** Shows what part of the maximum an amount is, and sets it. */
export function AmountSlider({ label, amount, maximum, step, disabled, onChange }: AmountSliderProps) {
  const { format } = useFormScope()
  const limit = isDecimal(maximum) ? maximum : '0'
  const percent = percentOfMaximum(amount, limit)
  return (
    <div className={css.share}>
      <Slider
        label={label}
        look="bare"
        value={percent}
        valueText={format.percent(String(percent))}
        marks={MARKS}
        disabled={disabled || limit === '0'}
        onChange={({ value }) => onChange(shareInSteps(limit, value, step))}
      />
    </div>
  )
}
