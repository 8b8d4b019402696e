import { useEffect, useEffectEvent } from 'react'
import { cx } from '../../lib/cx.ts'
import css from '../Form.module.css'
import { itemsOf } from '../items.ts'
import type { FormWidgetProps } from '../theme/formWidget.ts'

/** A few choices side by side, each with its second line. What can no longer be chosen gives way to the first that can. */
export default function ChipsWidget({
  id,
  name,
  label,
  value,
  rawErrors,
  options,
  disabled,
  readonly,
  onChange,
  'aria-describedby': describedBy,
}: FormWidgetProps) {
  const items = itemsOf(options)
  const available = items.filter((item) => item.disabled !== true)
  const first = available[0]?.value
  const isChosen = available.some((item) => item.value === value)
  const selectFirst = useEffectEvent(() => onChange(first))
  useEffect(() => {
    if (!isChosen && first !== undefined && !readonly) selectFirst()
  }, [isChosen, first, readonly])

  return (
    <div
      role="radiogroup"
      aria-invalid={rawErrors ? true : undefined}
      aria-labelledby={`${id}-chips`}
      aria-describedby={describedBy}
      className={css.chipField}
    >
      <span className={css.label} id={`${id}-chips`}>
        {label}
      </span>
      <div className={css.chips}>
        {items.map((item, index) => (
          <label
            key={item.id}
            className={cx(css.chip, item.value === value && css.chosen, item.disabled && css.chipOff)}
          >
            <input
              type="radio"
              className={css.radio}
              id={index === 0 ? id : undefined}
              name={`${id}-${name}`}
              value={item.id}
              checked={item.value === value}
              disabled={disabled === true || readonly === true || item.disabled}
              onChange={() => onChange(item.value)}
            />
            <span>{item.label}</span>
            {item.hint !== undefined && <span className={css.chipHint}>{item.hint}</span>}
          </label>
        ))}
      </div>
    </div>
  )
}

export const ownLabel = true
