import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'empty-content',
  severity: 'error',
  doc: 'A body, a slot and the content of a sheet have at least one node.',
}
export default rule

/** `name`: of the keyword or slot. */
export const noNodes = (name: string): Report => ({
  rule,
  message: `"${name}" has no node, so nothing is shown.`,
  suggestion: `Add a node to "${name}", or remove it.`,
})
