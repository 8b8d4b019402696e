import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'literal-needed',
    severity: 'error',
    doc: 'A name that the compiler must know (call, route, form, query, state, icon of a step) is a literal.',
  },
  on: {
    literalNeeded: (_, report) => report({ code: 'notLiteral' }),
  },
}
export default rule
