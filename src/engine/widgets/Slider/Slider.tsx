import { useId, type CSSProperties } from 'react'
import type { SliderProps } from '../../../generated/widgets/Slider.ts'
import { useFormat } from '../../state/language.ts'
import { clamp } from '../lib/clamp.ts'
import { cx } from '../lib/styles/cx.ts'
import { NumberEntry } from './NumberEntry.tsx'
import css from './Slider.module.css'

const NONE: never[] = []

export default function Slider({
  label,
  look = 'labelled',
  value = 0,
  valueText,
  minimum = 0,
  maximum = 100,
  step = 1,
  marks = NONE,
  disabled = false,
  onChange,
}: SliderProps) {
  const id = useId()
  const format = useFormat()
  const shown = valueText ?? format.number(value)
  const positionOf = (at: number) => (maximum > minimum ? clamp((at - minimum) / (maximum - minimum), 0, 1) : 0)
  return (
    <div className={cx(css.slider, disabled && css.disabled)} style={{ '--part': positionOf(value) } as CSSProperties}>
      {look === 'labelled' && (
        <div className={css.head}>
          <label htmlFor={id}>{label}</label>
          <span className={css.value} aria-hidden>
            {shown}
          </span>
        </div>
      )}
      {look === 'typed' && (
        <NumberEntry
          {...{ label, value, shown, minimum, maximum, step, disabled }}
          onChange={(chosen) => void onChange?.({ value: chosen })}
        />
      )}
      <div className={css.place}>
        <div className={css.track} aria-hidden>
          {marks.map((mark) => (
            <span
              key={mark}
              className={cx(css.mark, mark <= value && css.passed)}
              style={{ '--at': positionOf(mark) } as CSSProperties}
            />
          ))}
        </div>
        <input
          id={id}
          type="range"
          className={css.input}
          aria-label={look === 'labelled' ? undefined : label}
          aria-valuetext={shown}
          min={minimum}
          max={maximum}
          step={step}
          value={clamp(value, minimum, maximum)}
          disabled={disabled}
          onChange={({ target }) => void onChange?.({ value: Number(target.value) })}
        />
      </div>
    </div>
  )
}
