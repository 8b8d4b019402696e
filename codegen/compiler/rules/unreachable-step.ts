import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'unreachable-step',
  severity: 'error',
  follows: { 'wrong-shape': 'near' },
  doc: 'No step follows a step that leaves the screen.',
}
export default rule

export const screenLeft = (action: string): Report => ({
  rule,
  code: 'screenLeft',
  params: { action },
})
