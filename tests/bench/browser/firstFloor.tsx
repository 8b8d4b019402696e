import { memo, type SyntheticEvent, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import '../../../src/generated/tokens.css'
import css from '../../../src/engine/widgets/Form/Form.module.css'
import submit from '../../../src/engine/widgets/Form/SubmitButtons.module.css'

/** The form hand-written for this one case, with fixed texts. */
type Values = Record<string, string>

function check(i: number, value: string, values: Values): string | null {
  if (value === '') return i % 2 === 0 ? 'Required' : null
  if ([...value].length < 3) return 'Too short'
  if ([...value].length > 40) return 'Too long'
  return i === 2 && values.field1 === value ? 'Must differ' : null
}

const Field = memo(function Field({ i, values }: { i: number; values: Values }) {
  const name = `field${i}`
  const [value, setValue] = useState('')
  const [touched, setTouched] = useState(false)
  const error = touched ? check(i, value, values) : null
  return (
    <div className={css.field} onBlur={() => setTouched(value !== '')}>
      <label className={css.label} htmlFor={name}>
        Field label{i}
        {i % 2 === 1 && <span className={css.optional}> (optional)</span>}
      </label>
      <div className={css.box}>
        <input
          id={name}
          name={name}
          className={css.input}
          autoComplete="off"
          maxLength={40}
          required={i % 2 === 0}
          aria-invalid={error !== null || undefined}
          aria-describedby={`${name}-more`}
          value={value}
          onChange={(event) => {
            values[name] = event.target.value
            setValue(event.target.value)
          }}
        />
      </div>
      <p className={error ? css.error : css.hint} id={`${name}-more`}>
        {error ?? 'At least three letters'}
      </p>
    </div>
  )
})

function Form() {
  const values = useRef<Values>({})
  const [wrong, setWrong] = useState(0)
  const send = async (event: SyntheticEvent) => {
    event.preventDefault()
    const errors = Array.from({ length: 15 }, (_, i) =>
      check(i, values.current[`field${i}`] ?? '', values.current),
    ).filter((error) => error !== null)
    setWrong(errors.length)
    if (errors.length === 0) await fetch('/api/send', { method: 'POST', body: JSON.stringify(values.current) })
  }
  return (
    <form className={css.form} noValidate onSubmit={(event) => void send(event)}>
      {Array.from({ length: 15 }, (_, i) => (
        <Field key={i} i={i} values={values.current} />
      ))}
      <button type="submit" className={submit.submit}>
        Send
      </button>
      <output className={css.spoken}>{wrong > 0 && 'Errors'}</output>
    </form>
  )
}

createRoot(document.body.appendChild(document.createElement('main'))).render(<Form />)
