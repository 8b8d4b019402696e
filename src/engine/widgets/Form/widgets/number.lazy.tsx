import { formatEditing } from '../amount/amount.ts'
import { numberOf, readNumber } from '../../../language/values/typedNumber.ts'
import { TextInput } from '../inputs/TextInput.tsx'
import { useFormScope } from '../scope.ts'
import type { FormWidgetProps } from '../theme/formWidget.ts'

/**
 * A number of the schema, written as the user's language writes it, and not grouped while it is edited. An input that is no number, or is
 * ambiguous, stays as it was typed, so that the error names it.
 */
export default function NumberWidget(props: FormWidgetProps) {
  const { format } = useFormScope()
  const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
  return (
    <TextInput
      props={props}
      read={(text, complete) => {
        const plain = readNumber(text, format.lang, complete)
        return plain === null ? text : (numberOf(plain) ?? text)
      }}
      show={(value) => (typeof value === 'number' ? format.number(value) : (textOf(value) ?? ''))}
      edit={(value) =>
        typeof value === 'number' ? formatEditing(plainNumber(value), format.lang) : (textOf(value) ?? '')
      }
      input={{ type: 'text', inputMode: props.schema.type === 'integer' ? 'numeric' : 'decimal', dir: 'ltr' }}
    />
  )
}

/** A number without the exponent of a small one. */
const plainNumber = (value: number): string => {
  const text = String(value)
  return text.includes('e-') ? value.toFixed(12).replace(/0+$/, '') : text
}
