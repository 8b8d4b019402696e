import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'expression-syntax',
  severity: 'error',
  doc: 'An expression can be parsed and is within the limits.',
}
export default rule

/** What the parser found. */
export const notParsed = ({ message, suggestion }: { message: string; suggestion?: string }): Report => ({
  rule,
  message,
  suggestion,
})
