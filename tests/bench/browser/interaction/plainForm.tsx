import { memo } from 'react'
import { FIELDS, HINT, MAX_LENGTH, type Field } from '../../interaction/facts.ts'
import { useHandField, useHandForm, type HandForm } from './handForm.ts'
import { MESSAGES } from './messages.ts'
import { page } from './page.tsx'
import './plain.css'

interface FieldProps extends Pick<HandForm, 'values' | 'write'> {
  field: Field
  sent: boolean
  /** Changes when the field that this one is compared with does. */
  compared: string
}

const PlainField = memo(function PlainField({ field, sent, values, write }: FieldProps) {
  const { name, label, required } = field
  const { value, error, onChange, onBlur } = useHandField(field, { values, write }, sent)
  return (
    <div className="field" onBlur={onBlur}>
      <label htmlFor={name}>
        {label}
        {!required && ` (${MESSAGES.optional})`}
      </label>
      <input
        id={name}
        name={name}
        autoComplete="off"
        required={required}
        maxLength={MAX_LENGTH}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={`${name}-more`}
        value={value}
        onChange={onChange}
      />
      <p className={error === null ? 'hint' : 'error'} id={`${name}-more`}>
        {error ?? HINT}
      </p>
    </div>
  )
})

function PlainForm() {
  const { values, write, failed, compared, submit } = useHandForm()
  return (
    <main>
      <form noValidate onSubmit={submit}>
        {FIELDS.map((field) => (
          <PlainField
            key={field.name}
            field={field}
            sent={failed > 0}
            values={values}
            write={write}
            compared={field.name === 'field2' ? compared : ''}
          />
        ))}
        <button type="submit">Send</button>
        <output>{failed > 0 && `${failed} fields need your attention.`}</output>
      </form>
    </main>
  )
}

page(() => <PlainForm />)
