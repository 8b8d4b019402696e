import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'duplicate-key',
  severity: 'error',
  doc: 'An object has each member name once.',
}
export default rule

export const writtenTwice = (name: string): Report => ({
  rule,
  message: `"${name}" is written twice in this object.`,
  suggestion: 'Join the two, or remove one of them.',
})
