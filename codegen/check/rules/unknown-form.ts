import type { Report, Rule } from '../../compile/diagnostics.ts'
import { didYouMean } from '../../compile/nearest.ts'

const rule: Rule = {
  name: 'unknown-form',
  severity: 'error',
  doc: 'A form and its fields exist in schemas/forms.',
}
export default rule

export const noForm = (form: string, forms: Iterable<string>): Report => ({
  rule,
  message: `There is no form "${form}" in schemas/forms.`,
  suggestion: didYouMean(form, forms),
})

export const noFormField = (field: string, fields: Iterable<string>): Report => ({
  rule,
  message: `The form has no field "${field.slice(0, 100)}".`,
  suggestion: didYouMean(field, fields),
})

/** A form whose values a screen or part reads, or sets (`filled`), without showing it. */
export const formNotShown = (kind: 'screen' | 'part', form: string, filled: boolean): Report => ({
  rule,
  message: `The ${kind} ${filled ? 'sets values of' : 'reads values of'} the form "${form}", but has no Form widget with it.`,
})
