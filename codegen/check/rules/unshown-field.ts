import type { Report, Rule } from '../../compile/diagnostics.ts'

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
  cause: { name: 'not confirmed', within: 'handler', subject: `"${field}"` },
  message: `"${field}" is sent, it can differ from one press to the next, and the confirm before it does not show it.`,
  suggestion:
    names.length === 0
      ? 'Show the same expression in a row of the confirm, or a text for each of its values: "=enumText(…)".'
      : `Show ${names.map((alternative) => alternative.map((name) => `"${name}"`).join(' and ')).join(', or ')} of the same object in a row of the confirm.`,
})
