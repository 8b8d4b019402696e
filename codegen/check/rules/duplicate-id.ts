import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'duplicate-id',
  severity: 'error',
  doc: 'The items of a list have different ids.',
}
export default rule

export const sameId = (id: string): Report => ({
  rule,
  message: `Another item of this list has the id "${id.slice(0, 60)}", so the two cannot be distinguished.`,
  suggestion: 'Give each item its own id.',
})
