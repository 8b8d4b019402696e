import { useState } from 'react'
import { isDecimal } from '../../../core/decimal.ts'
import { TextInput } from '../TextInput.tsx'
import { useFormScope } from '../scope.ts'
import type { FormWidgetProps } from '../theme/formWidget.ts'

/** A number of the schema, written as the user's language writes it. What is no number stays as it was typed, so that the error says so. */
export default function NumberWidget(props: FormWidgetProps) {
  const { format } = useFormScope()
  const { value, schema, onChange } = props
  const stored = typeof value === 'number' ? format.number(String(value)) : typeof value === 'string' ? value : ''
  const [typed, setTyped] = useState(stored)
  const shown = read(typed) === value ? typed : stored

  function read(text: string): unknown {
    const plain = format.parseNumber(text)
    return text === '' ? undefined : plain !== null && isDecimal(plain) ? Number(plain) : text
  }

  return (
    <TextInput
      props={{
        ...props,
        value: shown,
        onChange: (text: unknown) => {
          const next = String(text)
          setTyped(next)
          onChange(read(next))
        },
      }}
      input={{ type: 'text', inputMode: schema.type === 'integer' ? 'numeric' : 'decimal', dir: 'ltr' }}
    />
  )
}
