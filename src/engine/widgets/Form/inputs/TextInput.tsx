import { useState, type InputHTMLAttributes, type ReactNode } from 'react'
import { useComposition } from '../../lib/useComposition.ts'
import { isComplete } from './completeText.ts'
import { InputFrame } from './InputFrame.tsx'
import { optionText } from '../scope.ts'
import css from '../Form.module.css'
import type { FormWidgetProps } from '../theme/formWidget.ts'

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

/** The text that is typed, and the value that was read from it. */
interface Typed {
  text: string
  value: unknown
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
const identity = (text: string): unknown => text

/**
 * A one-line editor for the widgets that are an input and little more. The input stays on display while it means the value, until the field
 * is left; with `rewrites` the value itself is shown after each key.
 */
export function TextInput({
  props,
  input,
  after,
  icon,
  read = identity,
  show = textOf,
  edit,
  rewrites = false,
}: {
  props: FormWidgetProps
  input: InputAttributes
  after?: ReactNode
  icon?: string | undefined
  /** The value of a text; `complete` for one that was inserted as a whole. */
  read?: (text: string, complete: boolean) => unknown
  /** The text of a value, where it is not typed. */
  show?: (value: unknown) => string
  /** The same while it is edited, from when the field has the focus. */
  edit?: (value: unknown) => string
  rewrites?: boolean
}) {
  const [typed, setTyped] = useState<Typed | null>(null)
  const { id, name, value, rawErrors, placeholder, required, disabled, readonly, options, onChange } = props
  const shown = typed !== null && Object.is(typed.value, value ?? '') ? typed.text : show(value)
  const change = (text: string, complete: boolean) => {
    const next = read(text, complete) ?? ''
    setTyped({ text: rewrites ? show(next) : text, value: next })
    onChange(next)
  }
  const composition = useComposition<HTMLInputElement>(
    shown,
    (text, _element, event) => change(text, isComplete(event, text, shown)),
    (text) => onChange(read(text, false) ?? ''),
  )
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
        enterKeyHint="go"
        {...composition}
        onFocus={() => edit && setTyped({ text: edit(value), value: value ?? '' })}
        onBlur={() => setTyped(null)}
        {...input}
      />
    </InputFrame>
  )
}
