import { useEffect, useMemo, useState } from 'react'
import type { Bounds, FieldError, Values } from '../language/forms/rules.ts'
import { useFieldState, type Field } from '../state/forms/field.ts'
import type { Form } from '../state/forms/forms.ts'
import { sameValue } from './equal.ts'
import { useView } from './host.ts'

export type { Bounds, Field, FieldError, Form, Values }
export { useFieldState }

/**
 * The form of the enclosing screen. Its input survives re-renders, and lives as long as the screen.
 * `initial` yields to what the user has typed, and so does `prefill`, of which the first value counts while the caller is mounted, and
 * the latest while `refill` is true; `bounds` are limits known only to the server.
 */
export function useForm(
  id: string,
  {
    initial,
    prefill,
    refill = false,
    bounds,
  }: {
    initial?: Values | undefined
    prefill?: Values | undefined
    refill?: boolean | undefined
    bounds?: Bounds | undefined
  } = {},
): Form {
  const { screen } = useView()
  const form = useMemo(() => screen.form(id), [screen, id])
  if (!form) throw new Error(`The screen ${screen.screen.id} has no form ${id}.`)
  const [filled, setFilled] = useState(prefill)
  if (refill && !sameValue(filled, prefill)) setFilled(prefill)
  useEffect(() => {
    if (filled) form.prefill(filled)
  }, [form, filled])
  useEffect(() => {
    if (initial) form.setInitialValues(initial)
  }, [form, initial])
  useEffect(() => {
    form.setBounds(bounds ?? {})
  }, [form, bounds])
  return form
}

export interface FieldState {
  field: Field
  value: unknown
  /** Shown once the user has left the field or tried to submit the form. */
  error: FieldError | null
  touched: boolean
}

/** One field of a form: typing in it re-renders only the components that read it. */
export function useField(form: Form | string, name: string): FieldState {
  const { screen } = useView()
  const formStore = typeof form === 'string' ? screen.form(form) : form
  const field = formStore?.field(name)
  if (!field) throw new Error(`There is no field ${name}.`)
  return { field, ...useFieldState(field) }
}
