import { cx } from '../../lib/styles/cx.ts'
import fields from '../Form.module.css'
import css from './chips.module.css'
import { itemsOf, useClearUnavailable } from '../inputs/items.ts'
import type { FormWidgetProps } from '../theme/formWidget.ts'

/** A few choices side by side, each with its second line. */
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
  useClearUnavailable(items, value, onChange)
  return (
    <div
      role="radiogroup"
      aria-invalid={rawErrors ? true : undefined}
      aria-labelledby={`${id}-chips`}
      aria-describedby={describedBy}
      className={css.chipField}
    >
      <span className={options.label === false ? fields.spoken : fields.label} id={`${id}-chips`}>
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
