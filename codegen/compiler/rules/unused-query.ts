import type { CheckingRule } from '../checkingRule.ts'
import type { Report } from '../source/diagnostics.ts'

const rule: CheckingRule = {
  name: 'unused-query',
  severity: 'warning',
  hiddenBy: 'file',
  doc: 'A query is read.',
  unit({ queries, handledQueries }, report) {
    for (const [name, { used, call, at }] of queries)
      if (!used && call !== '') report(unusedQuery(name, handledQueries.has(name)), at, `queries/${name}`)
  },
}
export default rule

const unusedQuery = (name: string, isAwaited: boolean): Report => ({
  rule,
  code: isAwaited ? 'onlyAwaited' : 'unusedQuery',
  params: { name },
})
