import { NODE_TRAITS } from '../../../src/engine/language/expressions/nodeTraits.ts'
import type { Rule } from '../rule.ts'
import { missingName } from '../source/findings/diagnostics.ts'
import { suggest } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'unknown-query',
    severity: 'error',
    doc: `“${NODE_TRAITS.awaits}”, “showErrorOf”, refresh and loadMore name queries of the screen.`,
  },
  on: {
    unknownQuery: ({ kind, query, queries }, report) =>
      report({
        code: 'noQuery',
        params: { kind, query },
        suggestion: suggest(query, queries),
        cause: missingName(query),
      }),
    partHasNoQueries: ({ keyword, query, queries }, report) =>
      report({ code: 'partHasNoQueries', params: { keyword }, suggestion: suggest(query, queries) }),
    queryNotPaged: ({ query }, report) => report({ code: 'notPaged', params: { query } }),
  },
}
export default rule
