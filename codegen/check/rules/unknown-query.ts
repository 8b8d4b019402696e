import { missingName } from '../../compile/diagnostics.ts'
import type { Report, Rule } from '../../compile/diagnostics.ts'
import { suggest } from '../../compile/nearest.ts'

const rule: Rule = {
  name: 'unknown-query',
  severity: 'error',
  doc: '“waitFor”, “showErrorOf”, refresh and loadMore name queries of the screen.',
}
export default rule

export const noQuery = (kind: 'screen' | 'part', query: string, queries: Iterable<string>): Report => ({
  rule,
  message: `The ${kind} has no query "${query}".`,
  suggestion: suggest(query, queries),
  cause: missingName(query),
})

export const notPaged = (query: string): Report => ({
  rule,
  message: `The call of "${query}" does not answer in pages.`,
  suggestion: 'Remove this step: the answer has all rows.',
})

/** A name in "waitFor" or "showErrorOf" of a part. */
export const partHasNoQueries = (keyword: string, query: string, queries: Iterable<string>): Report => ({
  rule,
  message: `A part has no queries of its own: put "${keyword}" where the part is used, or declare a parameter {"query": "<call>"}.`,
  suggestion: suggest(query, queries),
})
