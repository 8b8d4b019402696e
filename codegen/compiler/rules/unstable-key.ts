import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'unstable-key',
    severity: 'warning',
    doc: 'The key of a row with an id is its id.',
  },
  on: {
    rowKeyWithoutId: ({ row }, report) => report({ code: 'keyWithoutId', params: { row } }),
  },
}
export default rule
