import { TEXTAREA_LENGTH } from '../../../language/constants.ts'
import { InputFrame } from '../inputs/InputFrame.tsx'
import { useComposition } from '../../lib/useComposition.ts'
import fields from '../Form.module.css'
import css from './textarea.module.css'
import { optionNumber, useFormScope } from '../scope.ts'
import type { FormWidgetProps } from '../theme/formWidget.ts'

/** Shows a field for several lines and a counter below it; code points beyond `maxLength` are cut off. */
export default function TextareaWidget({
  id,
  name,
  value,
  schema,
  rawErrors,
  placeholder,
  required,
  disabled,
  readonly,
  options,
  onChange,
  'aria-describedby': describedBy,
}: FormWidgetProps) {
  const { t, format } = useFormScope()
  const text = typeof value === 'string' ? value : ''
  const max = schema.maxLength ?? TEXTAREA_LENGTH
  const count = Array.from(text).length
  const counterId = `${id}-count`
  // Counted in whole letters: maxlength would cut an emoji in two.
  const change = (typed: string) => onChange(Array.from(typed).slice(0, max).join(''))
  const composition = useComposition<HTMLTextAreaElement>(text, change, change)
  return (
    <InputFrame tall>
      <textarea
        id={id}
        name={name}
        className={css.area}
        rows={optionNumber(options, 'rows', 4)}
        placeholder={placeholder || undefined}
        required={required}
        disabled={disabled}
        readOnly={readonly}
        aria-invalid={rawErrors ? true : undefined}
        aria-describedby={[describedBy, counterId].filter(Boolean).join(' ')}
        enterKeyHint="enter"
        {...composition}
      />
      <span className={css.count} aria-hidden>
        {`${format.number(String(count))}/${format.number(String(max))}`}
      </span>
      <span className={fields.spoken} id={counterId}>
        {t('form.counter', { count, max })}
      </span>
    </InputFrame>
  )
}
