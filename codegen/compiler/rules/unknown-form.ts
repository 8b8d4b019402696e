import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { didYouMean, suggest } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'unknown-form',
    severity: 'error',
    doc: 'A form and its fields exist in schemas/forms.',
  },
  on: {
    unit({ kind, drafts, forms, text }, report) {
      for (const [form, filled] of drafts) {
        if (forms.has(form)) continue
        const at = text.indexOf(`forms.${form}`)
        report(formNotShown(kind, form, filled !== undefined), filled ?? { start: at, end: at + form.length + 6 }, '')
      }
    },
    unknownFormField: ({ field, fields }, report) =>
      report({ code: 'noFormField', params: { field }, suggestion: suggest(field, fields) }),
    unknownForm: ({ form, forms }, report) =>
      report({ code: 'noForm', params: { form }, suggestion: didYouMean(form, forms) }),
  },
}
export default rule

/** A form whose values a screen or part reads, or sets (`filled`), without showing it. */
const formNotShown = (kind: 'screen' | 'part', form: string, filled: boolean): Report => ({
  code: filled ? 'setsFormNotShown' : 'readsFormNotShown',
  params: { kind, form },
})
