import Slider from '../../Slider/Slider.tsx'
import { useFormScope } from '../scope.ts'
import { percentOfMaximum, type Shares } from './shares.ts'
import css from './AmountSlider.module.css'

const MARKS = [0, 25, 50, 75, 100]

/** Shows what part of the maximum an amount is, and sets it. */
export function AmountSlider({ label, amount, maximum, disabled, onShare }: Shares) {
  const { format } = useFormScope()
  const percent = percentOfMaximum(amount, maximum)
  return (
    <div className={css.share}>
      <Slider
        label={label}
        look="bare"
        value={percent}
        valueText={format.percent(String(percent))}
        marks={MARKS}
        disabled={disabled || maximum === '0'}
        onChange={({ value }) => onShare(value)}
      />
    </div>
  )
}
