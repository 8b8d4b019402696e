import type { Field, Form } from '../../renderer/form.ts'
import { failureOf } from '../settled.ts'

/**
 * Puts a refusal at the field that its params name ({field: "code"}) and answers with that field; null when the handler
 * did not fail or names no field of the form (a toast has said it then).
 */
export function refuse(form: Form, handled: unknown): Field | null {
  const failure = failureOf(handled)
  const name = failure?.params?.field
  const field = typeof name === 'string' ? form.field(name) : null
  field?.fail({ key: `error.${failure?.code}`, args: failure?.params })
  return field
}
