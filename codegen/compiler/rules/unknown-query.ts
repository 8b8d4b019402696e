import { missingName } from '../source/diagnostics.ts'
import type { Report, Rule } from '../source/diagnostics.ts'
import { suggest } from '../source/nearest.ts'

const rule: Rule = {
  name: 'unknown-query',
  severity: 'error',
  doc: '“waitFor”, “showErrorOf”, refresh and loadMore name queries of the screen.',
}
export default rule

export const noQuery = (kind: 'screen' | 'part', query: string, queries: Iterable<string>): Report => ({
  rule,
  code: 'noQuery',
  params: { kind, query },
  suggestion: suggest(query, queries),
  cause: missingName(query),
})

export const notPaged = (query: string): Report => ({
  rule,
  code: 'notPaged',
  params: { query },
})

/** A name in "waitFor" or "showErrorOf" of a part. */
export const partHasNoQueries = (keyword: string, query: string, queries: Iterable<string>): Report => ({
  rule,
  code: 'partHasNoQueries',
  params: { keyword },
  suggestion: suggest(query, queries),
})
