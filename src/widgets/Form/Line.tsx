import type { InputHTMLAttributes, ReactNode } from 'react'
import { Box } from './Box.tsx'
import { optionText, useFormScope, type EditorProps } from './contract.ts'
import css from './Form.module.css'

type Own = Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'maxLength' | 'dir' | 'enterKeyHint'>

/** A one-line editor for the kinds that are an input and little more. */
export function Line({ props, input, after, icon, change }: { props: EditorProps; input: Own; after?: ReactNode; icon?: string; change?: (text: string) => string }) {
  const { field, id, value, invalid, describedBy, set } = props
  const { textOf } = useFormScope()
  return (
    <Box icon={optionText(field, 'icon') ?? icon} after={after}>
      <input
        id={id}
        name={field.def.name}
        className={css.input}
        autoComplete={optionText(field, 'autocomplete') ?? 'off'}
        placeholder={field.def.placeholder && textOf(field.def.placeholder)}
        required={field.def.required}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => set(change ? change(event.target.value) : event.target.value)}
        {...input}
      />
    </Box>
  )
}
