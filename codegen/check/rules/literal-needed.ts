import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'literal-needed',
  severity: 'error',
  doc: 'A name that the compiler must know (call, route, form, query, state, icon of a step) is a literal.',
}
export default rule

export const notLiteral = (): Report => ({
  rule,
  message: 'This must be a literal, so that it can be checked.',
  suggestion: 'Write the value itself, without "=".',
})
