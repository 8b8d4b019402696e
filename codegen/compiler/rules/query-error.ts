import { queryUsageOf } from '../../../src/engine/language/expressions/queryUsage.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'

const rule: Rule = {
  meta: {
    name: 'query-error',
    severity: 'error',
    doc: '“showErrorOf” names a query that no surrounding node waits for, once; such a query has no “loading” and no “empty” placeholder.',
  },
  on: {
    screen({ screen }, report) {
      const { awaited, errorShown } = queryUsageOf(screen)
      for (const [name, { placeholders, emptyWhen }] of Object.entries(screen.queries)) {
        if (!errorShown.has(name) || awaited.has(name)) continue
        const unseen = [
          placeholders?.loading && 'loading',
          placeholders?.empty && 'empty',
          emptyWhen !== undefined && 'emptyWhen',
        ].filter((key) => typeof key === 'string')
        for (const key of unseen) report(neverShown(name), `queries/${name}/${key}`, true)
      }
    },
    queryListedTwice: ({ query }, report) => report({ code: 'listedTwice', params: { query } }),
    noQueryListed: (_, report) => report({ code: 'noQueryListed' }),
    sameErrorInRows: (_, report) => report({ code: 'sameErrorInRows' }),
    errorShownAround: ({ query }, report) => report({ code: 'shownAround', params: { query } }),
  },
}
export default rule

const neverShown = (query: string): Report => ({
  code: 'neverShown',
  params: { query },
})
