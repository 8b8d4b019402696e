import { queryUsageOf } from '../../../src/engine/language/expressions/queryUsage.ts'
import type { CheckingRule } from '../checkingRule.ts'
import type { Report } from '../source/diagnostics.ts'

const rule: CheckingRule = {
  name: 'query-error',
  severity: 'error',
  doc: '“showErrorOf” names a query that no surrounding node waits for, once; such a query has no “loading” and no “empty” placeholder.',
  /** A query that nothing awaits has no "loading", "empty" or "emptyWhen". */
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
}
export default rule

const neverShown = (query: string): Report => ({
  rule,
  code: 'neverShown',
  params: { query },
})

export const sameErrorInRows = (): Report => ({
  rule,
  code: 'sameErrorInRows',
})

export const noQueryListed = (): Report => ({
  rule,
  code: 'noQueryListed',
})

export const listedTwice = (query: string): Report => ({ rule, code: 'listedTwice', params: { query } })

export const shownAround = (query: string): Report => ({
  rule,
  code: 'shownAround',
  params: { query },
})
