import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'part-cycle',
  severity: 'error',
  doc: 'A part does not include itself, directly or through other parts.',
}
export default rule

export const partCycle = (part: string): Report => ({
  rule,
  code: 'partCycle',
  params: { part },
})
