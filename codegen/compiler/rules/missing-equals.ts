import type { Advice, Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'missing-equals',
  severity: 'error',
  doc: 'A path of names in scope is an expression: it begins with “=”.',
}
export default rule

export const pathWithoutEquals = (path: string, fix: Advice): Report => ({
  rule,
  code: 'pathWithoutEquals',
  params: { path },
  suggestion: fix,
})
