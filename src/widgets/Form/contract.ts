import { createContext, useContext, type ComponentType } from 'react'
import type { Format } from '../../core/format.ts'
import type { TextOf, Translate } from '../../core/texts.ts'
import type { FormProps } from '../../generated/widgets/Form.ts'
import type { Field } from '../../state/forms.ts'

export interface Item {
  id: string
  label: string
  hint?: string
  disabled?: boolean
}
export interface Bound {
  minimum?: string | null
  maximum?: string | null
  step?: string | null
}

/** What an editor of a field kind is given. The frame round it draws label, hint and error. */
export interface EditorProps {
  field: Field
  /** Id of the element that takes the focus. */
  id: string
  label: string
  value: unknown
  invalid: boolean
  describedBy: string | undefined
  bound: Bound | undefined
  /** What an amount is of, where the screen says it. */
  unit?: string | undefined
  choices: readonly Item[] | undefined
  set: (value: unknown) => void
}

/** One kind of field: the default export of one file of fields/, named after the kind. */
export interface FieldKind {
  Editor: ComponentType<EditorProps>
  /** The editor draws its own label (a box to tick, a picture). */
  ownLabel?: boolean
  /** What is left of a value when the reader leaves the field, e.g. without the spaces round it. */
  tidy?: (value: unknown) => unknown
}

/** What the fields of one form share. Stable while the reader types; the language is here too, so that a field waits for one thing less. */
export interface FormScope {
  t: Translate
  textOf: TextOf
  format: Format
  areaCodes: readonly { country: string; code: string }[]
  excludedCountries: readonly string[]
  busy: boolean
  /** True when the code was asked for: then its countdown starts. */
  sendCode: (field: Field) => Promise<boolean>
  changed: (field: Field) => void
}

export const FormScopeContext = createContext<FormScope | null>(null)

export function useFormScope(): FormScope {
  const scope = useContext(FormScopeContext)
  if (!scope) throw new Error('A field stands outside of a form.')
  return scope
}

export type SendCodeDetail = Parameters<NonNullable<FormProps['onSendCode']>>[0]

/** A field's option of that type, else the fallback. */
export function optionText(field: Field, name: string): string | undefined {
  const value = field.def.options?.[name]
  return typeof value === 'string' ? value : undefined
}
/** The field that a code goes to: the option `target`, or the one field that the option `to` names ({"phone": "account"}). */
export function codeTarget(field: Field): string {
  const to = field.def.options?.to
  const named = typeof to === 'object' && to !== null && !Array.isArray(to) ? Object.values(to)[0] : undefined
  return optionText(field, 'target') ?? (typeof named === 'string' ? named : '')
}

/** What a code is for: the option `purpose`, also within the option `payload`; absent where nothing sends one. */
export function codePurpose(field: Field): string | undefined {
  const payload = field.def.options?.payload
  const named = typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? payload.purpose : undefined
  return optionText(field, 'purpose') ?? (typeof named === 'string' ? named : undefined)
}

export function optionNumber(field: Field, name: string, fallback: number): number {
  const value = field.def.options?.[name]
  return typeof value === 'number' ? value : fallback
}
