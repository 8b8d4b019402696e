import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'raw-pattern',
  severity: 'error',
  doc: 'A schema names its pattern by “format”: named patterns are proved to run in linear time.',
}
export default rule

export const hasPattern = (): Report => ({
  rule,
  code: 'hasPattern',
})
