import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'raw-pattern',
  severity: 'error',
  doc: 'A schema names its pattern by “format”: named patterns are proved to run in linear time.',
}
export default rule

export const hasPattern = (): Report => ({
  rule,
  message: 'A schema cannot have a pattern: named formats are proved to be safe.',
  suggestion: 'Write "format" with a name of src/core/schemaFormats.ts.',
})
