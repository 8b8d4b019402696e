import { createContext, useContext, type ReactNode } from 'react'
import type { Formatter } from '../../language/values/formatter.ts'
import type { TextOf, Translate } from '../../language/texts/texts.ts'
import type { FormProps } from '../../../generated/widgets/Form.ts'
import type { Form } from '../../state/forms/forms.ts'
import { isObject } from '../../language/values/json.ts'

export interface PickerItem {
  id: string
  label: string
  hint?: string
  /** Country whose flag is shown before the label. */
  flag?: string
  disabled?: boolean
}

/**
 * Context that RJSF passes to every field and widget as `registry.formContext`: the same object while the form is
 * mounted.
 */
export interface FormContext {
  form: Form
}

/**
 * Settings of the screen for the form's fields and widgets. Stable while the user types. The language is included, so
 * that a field needs one subscription less.
 */
export interface FormScope {
  form: Form
  t: Translate
  /** For keys that are only known at run time: those of schemas. */
  textOf: TextOf
  format: Formatter
  bounds: FormProps['bounds']
  units: FormProps['units']
  conversions: FormProps['conversions']
  choices: FormProps['choices']
  layout: FormProps['layout']
  /** Labels are above the values. */
  narrow: boolean
  areaCodes: readonly { country: string; code: string }[]
  excludedCountries: readonly string[]
  busy: boolean
  /** Runs after the click of a press that is under way, else at once. */
  afterPress: (run: () => void) => void
  /** True when the code was asked for: then its countdown starts. */
  sendCode: (path: string, options: Options) => Promise<boolean>
  onFieldChange: (path: string) => void
}

/** The content around the fields, within the form element. */
export interface FormChrome {
  header: ReactNode
  footer: ReactNode
  busy: boolean
  dense: boolean
  /** Whether the form may be sent now; called before RJSF's own handler. */
  onBeforeSubmit: () => boolean
}

export const FormScopeContext = createContext<FormScope | null>(null)
export const FormChromeContext = createContext<FormChrome | null>(null)

/** Returns the scope of the form around the caller. Throws outside of a form. */
export function useFormScope(): FormScope {
  const scope = useContext(FormScopeContext)
  if (!scope) throw new Error('A form widget is outside of a form.')
  return scope
}

/** The options of a widget, from the uiSchema. */
export type Options = Readonly<Record<string, unknown>>

/** The option of that name if it is a text. */
export function optionText(options: Options, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns the option of that name if it is a number, else `fallback`. */
export function optionNumber(options: Options, name: string, fallback: number): number {
  const value = options[name]
  return typeof value === 'number' ? value : fallback
}

/** The field that a code goes to: the option `target`, or the one field that the option `to` names ({"phone": "account"}). */
export function codeTarget(options: Options): string {
  const named = isObject(options.to) ? Object.values(options.to)[0] : undefined
  return optionText(options, 'target') ?? (typeof named === 'string' ? named : '')
}

/**
 * Purpose of a code: the option `purpose`, also within the option `payload`; undefined for a call that does not send
 * one.
 */
export function codePurpose(options: Options): string | undefined {
  const named = isObject(options.payload) ? options.payload.purpose : undefined
  return optionText(options, 'purpose') ?? (typeof named === 'string' ? named : undefined)
}
