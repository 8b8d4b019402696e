import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'unshown-field',
  severity: 'error',
  follows: {
    'crossed-fields': 'handler',
    'currency-mismatch': 'handler',
    'enum-value': 'handler',
    'raw-number': 'handler',
  },
  doc: 'A confirmation shows each field that the call after it sends and that can differ from one press to the next.',
}
export default rule

/** `names`: the properties that can name the value, by alternative. */
export const fieldNotShown = (field: string, names: readonly (readonly string[])[]): Report => ({
  rule,
  code: names.length === 0 ? 'fieldNotShown' : 'objectNotShown',
  params: {
    field,
    names: names.map((alternative) => alternative.map((name) => `"${name}"`).join(' and ')).join(', or '),
  },
  cause: { name: 'not confirmed', within: 'handler', subject: `"${field}"` },
})
