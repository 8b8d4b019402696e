import box from '../../Checkbox/Checkbox.module.css'
import Icon from '../../Icon/Icon.tsx'
import css from './checkboxes.module.css'
import { itemsOf } from '../inputs/items.ts'
import type { FormWidgetProps } from '../theme/formWidget.ts'

/** Choices of which several can be ticked; the value has them in the order of the list. */
export default function CheckboxesWidget({
  id,
  value,
  options,
  rawErrors,
  disabled,
  readonly,
  onChange,
  'aria-describedby': describedBy,
}: FormWidgetProps) {
  const items = itemsOf(options)
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  return (
    <fieldset
      id={id}
      className={css.choices}
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
    >
      {items.map((item) => (
        <label key={item.id} className={box.checkbox}>
          <span className={box.box}>
            <input
              type="checkbox"
              className={box.input}
              checked={chosen.includes(item.value)}
              disabled={disabled === true || readonly === true || item.disabled}
              aria-invalid={rawErrors ? true : undefined}
              onChange={({ target }) =>
                onChange(
                  items.flatMap((choice) =>
                    (choice.id === item.id ? target.checked : chosen.includes(choice.value)) ? [choice.value] : [],
                  ),
                )
              }
            />
            <span className={box.tick} aria-hidden>
              <Icon name="check" size="xs" />
            </span>
          </span>
          <span className={box.words}>{item.label}</span>
        </label>
      ))}
    </fieldset>
  )
}

export const isGroup = true
