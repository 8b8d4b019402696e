import list from '../../ChoiceList/ChoiceList.module.css'
import { cx } from '../../lib/styles/cx.ts'
import Icon from '../../Icon/Icon.tsx'
import { itemsOf } from '../inputs/items.ts'
import type { FormWidgetProps } from '../theme/formWidget.ts'

/** A few choices below one another, all of them in view. */
export default function RadioWidget({
  id,
  value,
  options,
  rawErrors,
  disabled,
  readonly,
  onChange,
  'aria-describedby': describedBy,
}: FormWidgetProps) {
  return (
    <div
      id={id}
      role="radiogroup"
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      aria-invalid={rawErrors ? true : undefined}
      className={list.rows}
    >
      {itemsOf(options).map((item) => (
        <label key={item.id} className={cx(list.row, item.value === value && list.chosen)}>
          <input
            type="radio"
            className={list.input}
            name={id}
            value={item.id}
            checked={item.value === value}
            disabled={disabled === true || readonly === true || item.disabled}
            onChange={() => onChange(item.value)}
          />
          <span className={list.words}>
            <span>{item.label}</span>
            {item.hint !== undefined && <span className={list.hint}>{item.hint}</span>}
          </span>
          <span className={list.mark} aria-hidden>
            <Icon name="check" size="xs" />
          </span>
        </label>
      ))}
    </div>
  )
}

export const isGroup = true
