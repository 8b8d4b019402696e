import type { CheckingRule } from '../checkingRule.ts'
import type { Report } from '../source/diagnostics.ts'
import { didYouMean, suggest } from '../source/nearest.ts'

const rule: CheckingRule = {
  name: 'unknown-form',
  severity: 'error',
  doc: 'A form and its fields exist in schemas/forms.',
  /** A form whose values a screen or part reads or sets is shown by one of its Form widgets. */
  unit({ kind, drafts, forms, text }, report) {
    for (const [form, filled] of drafts) {
      if (forms.has(form)) continue
      const at = text.indexOf(`forms.${form}`)
      report(formNotShown(kind, form, filled !== undefined), filled ?? { start: at, end: at + form.length + 6 }, '')
    }
  },
}
export default rule

export const noForm = (form: string, forms: Iterable<string>): Report => ({
  rule,
  code: 'noForm',
  params: { form },
  suggestion: didYouMean(form, forms),
})

export const noFormField = (field: string, fields: Iterable<string>): Report => ({
  rule,
  code: 'noFormField',
  params: { field },
  suggestion: suggest(field, fields),
})

/** A form whose values a screen or part reads, or sets (`filled`), without showing it. */
const formNotShown = (kind: 'screen' | 'part', form: string, filled: boolean): Report => ({
  rule,
  code: filled ? 'setsFormNotShown' : 'readsFormNotShown',
  params: { kind, form },
})
