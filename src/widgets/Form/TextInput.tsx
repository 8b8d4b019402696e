import type { InputHTMLAttributes, ReactNode } from 'react'
import { InputFrame } from './InputFrame.tsx'
import { optionText } from './scope.ts'
import css from './Form.module.css'
import type { FormWidgetProps } from './theme/formWidget.ts'

type InputAttributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'type'
  | 'inputMode'
  | 'autoComplete'
  | 'autoCapitalize'
  | 'spellCheck'
  | 'maxLength'
  | 'dir'
  | 'enterKeyHint'
  | 'min'
  | 'max'
>

/** A one-line editor for the widgets that are an input and little more. */
export function TextInput({
  props,
  input,
  after,
  icon,
  change,
}: {
  props: FormWidgetProps
  input: InputAttributes
  after?: ReactNode
  icon?: string | undefined
  change?: (text: string) => string
}) {
  const { id, name, value, rawErrors, placeholder, required, disabled, readonly, options, onChange } = props
  return (
    <InputFrame icon={optionText(options, 'icon') ?? icon} after={after}>
      <input
        id={id}
        name={name}
        className={css.input}
        autoComplete={optionText(options, 'autocomplete') ?? 'off'}
        placeholder={placeholder || undefined}
        required={required}
        disabled={disabled}
        readOnly={readonly}
        aria-invalid={rawErrors ? true : undefined}
        aria-describedby={props['aria-describedby']}
        value={typeof value === 'string' || Number.isFinite(value) ? (value as string | number) : ''}
        onChange={(event) => onChange(change ? change(event.target.value) : event.target.value)}
        {...input}
      />
    </InputFrame>
  )
}
