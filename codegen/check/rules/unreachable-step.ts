import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'unreachable-step',
  severity: 'error',
  follows: { 'wrong-shape': 'near' },
  doc: 'No step follows a step that leaves the screen.',
}
export default rule

export const screenLeft = (action: string): Report => ({
  rule,
  message: `"${action}" has left the screen before this step.`,
  suggestion: `Put this step before "${action}", or remove it.`,
})
