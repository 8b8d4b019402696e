import { useState, type FocusEvent, type SyntheticEvent } from 'react'
import { FIELDS, MAX_LENGTH, MIN_LENGTH, type Field } from '../../interaction/facts.ts'
import { MESSAGES } from './messages.ts'

declare global {
  /** Calls of the validators of the page since it was opened. */
  var validations: number
}
globalThis.validations = 0

/** The error of a field, or null. */
export function check({ name, required }: Field, values: Readonly<Record<string, string>>): string | null {
  globalThis.validations += 1
  const value = values[name] ?? ''
  if (value === '') return required ? MESSAGES.required : null
  const { length } = [...value]
  if (length < MIN_LENGTH) return MESSAGES.tooShort
  if (length > MAX_LENGTH) return MESSAGES.tooLong
  return name === 'field2' && value === values.field1 ? MESSAGES.differ : null
}

/** The state of a form written by hand: values by name, and whether errors are shown. */
export function useHandForm() {
  const [values] = useState<Record<string, string>>({})
  const [failed, setFailed] = useState(0)
  // The one field that another one is compared with.
  const [compared, setCompared] = useState('')
  return {
    values,
    failed,
    compared,
    write(name: string, value: string) {
      values[name] = value
      if (name === 'field1') setCompared(value)
    },
    submit(event: SyntheticEvent<HTMLFormElement>) {
      event.preventDefault()
      const wrong = FIELDS.filter((field) => check(field, values) !== null)
      setFailed(wrong.length)
      const [first] = wrong
      if (first) document.getElementById(first.name)?.focus()
    },
  }
}
export type HandForm = ReturnType<typeof useHandForm>

/** The state of one of its fields: its value and its error, shown once it was left or the form was sent. */
export function useHandField(field: Field, { values, write }: Pick<HandForm, 'values' | 'write'>, sent: boolean) {
  const [value, setValue] = useState('')
  const [left, setLeft] = useState(false)
  return {
    value,
    error: left || sent ? check(field, values) : null,
    onChange({ target }: { target: HTMLInputElement }) {
      write(field.name, target.value)
      setValue(target.value)
    },
    onBlur(event: FocusEvent<HTMLElement>) {
      if (!event.currentTarget.contains(event.relatedTarget) && value !== '') setLeft(true)
    },
  }
}
