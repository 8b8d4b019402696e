import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'part-cycle',
    severity: 'error',
    doc: 'A part does not include itself, directly or through other parts.',
  },
  on: {
    partCycle: ({ part }, report) => report({ code: 'partCycle', params: { part } }),
  },
}
export default rule
