import { NODE_TRAITS } from '../../../src/engine/language/expressions/nodeTraits.ts'
import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'unawaited-query',
    severity: 'error',
    countsPlaces: true,
    doc: `A query is read inside a node with “${NODE_TRAITS.awaits}”, or after a comparison with null.`,
  },
  on: {
    queryMayHaveNoData: ({ query }, report) => report({ code: 'mayHaveNoData', params: { query } }),
  },
}
export default rule
