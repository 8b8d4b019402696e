import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'literal-needed',
  severity: 'error',
  doc: 'A name that the compiler must know (call, route, form, query, state, icon of a step) is a literal.',
}
export default rule

export const notLiteral = (): Report => ({
  rule,
  code: 'notLiteral',
})
