import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'

const rule: Rule = {
  meta: {
    name: 'unused-query',
    severity: 'warning',
    hiddenBy: 'file',
    doc: 'A query is read.',
  },
  on: {
    unit({ queries, handledQueries }, report) {
      for (const [name, { used, call, at }] of queries)
        if (!used && call !== '') report(unusedQuery(name, handledQueries.has(name)), at, `queries/${name}`)
    },
  },
}
export default rule

const unusedQuery = (name: string, isAwaited: boolean): Report => ({
  code: isAwaited ? 'onlyAwaited' : 'unusedQuery',
  params: { name },
})
