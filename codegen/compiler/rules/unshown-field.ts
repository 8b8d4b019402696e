import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'unshown-field',
    severity: 'error',
    follows: {
      // A constant is shown in place of the field.
      'constant-value': 'handler',
    },
    doc: 'A confirmation shows each field that the call after it sends and that can differ from one press to the next.',
  },
  on: {
    fieldNotShown: ({ field, names }, report) =>
      report({
        code: names.length === 0 ? 'fieldNotShown' : 'objectNotShown',
        params: {
          field,
          names: names.map((alternative) => alternative.map((name) => `"${name}"`).join(' and ')).join(', or '),
        },
        cause: { name: 'not confirmed', within: 'handler', subject: `"${field}"` },
      }),
  },
}
export default rule
