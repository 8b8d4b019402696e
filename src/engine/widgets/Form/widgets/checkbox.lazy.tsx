import box from '../../Checkbox/Checkbox.module.css'
import Icon from '../../Icon/Icon.tsx'
import { optionText, useFormScope } from '../scope.ts'
import type { FormWidgetProps } from '../theme/formWidget.ts'

/** Shows one checkbox with the text whose key is the option `text`, else with the field's label. */
export default function CheckboxWidget({
  id,
  name,
  label,
  value,
  rawErrors,
  required,
  disabled,
  readonly,
  options,
  onChange,
  'aria-describedby': describedBy,
}: FormWidgetProps) {
  const { textOf } = useFormScope()
  const text = optionText(options, 'text')
  return (
    <label className={box.checkbox}>
      <span className={box.box}>
        <input
          id={id}
          name={name}
          type="checkbox"
          className={box.input}
          checked={value === true}
          required={required}
          disabled={disabled === true || readonly === true}
          aria-invalid={rawErrors ? true : undefined}
          aria-describedby={describedBy}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className={box.tick} aria-hidden>
          <Icon name="check" size="xs" />
        </span>
      </span>
      <span className={box.words}>{text === undefined ? label : textOf(text)}</span>
    </label>
  )
}

export const ownLabel = true
