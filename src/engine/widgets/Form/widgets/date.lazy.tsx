import { cx } from '../../lib/styles/cx.ts'
import { InputFrame } from '../inputs/InputFrame.tsx'
import fields from '../Form.module.css'
import css from './date.module.css'
import { optionText } from '../scope.ts'
import type { FormWidgetProps } from '../theme/formWidget.ts'

/** Shows the browser's date field. The value and the options `minimum` and `maximum` are YYYY-MM-DD. */
export default function DateWidget({
  id,
  name,
  value,
  rawErrors,
  required,
  disabled,
  readonly,
  options,
  onChange,
  'aria-describedby': describedBy,
}: FormWidgetProps) {
  return (
    <InputFrame icon="calendar">
      <input
        id={id}
        name={name}
        type="date"
        data-empty={value ? undefined : true}
        className={cx(fields.input, css.date)}
        autoComplete={optionText(options, 'autocomplete') ?? 'off'}
        min={optionText(options, 'minimum')}
        max={optionText(options, 'maximum')}
        required={required}
        disabled={disabled}
        readOnly={readonly}
        aria-invalid={rawErrors ? true : undefined}
        aria-describedby={describedBy}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange(event.target.value)}
      />
    </InputFrame>
  )
}
