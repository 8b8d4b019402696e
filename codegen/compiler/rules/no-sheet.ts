import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'no-sheet',
    severity: 'error',
    doc: '“closeSheet” is used only inside a sheet.',
  },
  on: {
    closesNoSheet: (_, report) => report({ code: 'closesNoSheet' }),
    partClosesNoSheet: ({ part }, report) => report({ code: 'partClosesNoSheet', params: { part } }),
  },
}
export default rule
