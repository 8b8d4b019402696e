import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'unawaited-query',
    severity: 'error',
    countsPlaces: true,
    doc: 'A query is read inside a node with “waitFor”, or after a comparison with null.',
  },
  on: {
    queryMayHaveNoData: ({ query }, report) => report({ code: 'mayHaveNoData', params: { query } }),
  },
}
export default rule
