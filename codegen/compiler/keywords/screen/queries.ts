import { within, type ChangeDetail } from '../../compare/change.ts'
import type { Query } from '../../../../src/engine/language/expressions/program.ts'
import { equal, sortedNames } from '../../compare/nodeComparison.ts'
import type { ScreenComparison } from '../../compare/screenComparison.ts'
import { ref } from '../editorSchema.ts'
import { compileQuery } from '../../lower/query.ts'
import { joinPath } from '../../lower/readFields.ts'
import { members, rangeOf, stringAt } from '../../source/source.ts'
import { QUERY_KEYWORDS } from '../query/index.ts'
import type { ScreenKeyword } from './screenKeyword.ts'

export const queries: ScreenKeyword = {
  name: 'queries',
  kind: 'object',
  doc: 'Requests for data by name, sent when the screen opens.',
  synonyms: ['data', 'requests', 'dataSources'],
  schema: () => ({ type: 'object', additionalProperties: ref('query') }),
  declare(value, { unit }) {
    for (const { name, key, value: query } of members(value)) {
      const named = unit.contract.calls.get(stringAt(query, 'call') ?? '')
      const call = named?.effect === 'read' ? named : undefined
      unit.mention(unit.own('query', name), key, { declares: true })
      unit.queries.set(name, {
        schema: call?.data ?? {},
        at: rangeOf(key),
        used: false,
        call: call?.id ?? '',
        paged: call?.paging !== undefined,
      })
    }
    return {}
  },
  compile: (value, { context }) => ({
    queries: Object.fromEntries(
      members(value).flatMap(({ name, value: query }) => {
        const compiled = compileQuery(name, query, { ...context, path: joinPath(context.path, name) })
        return compiled ? [[name, compiled]] : []
      }),
    ),
  }),
  compare(before, after, comparison) {
    for (const name of sortedNames(before.queries, after.queries))
      compareQueries(name, before.queries[name], after.queries[name], comparison)
  },
}

function compareQueries(
  name: string,
  before: Query | undefined,
  after: Query | undefined,
  { describer, report, nodes }: ScreenComparison,
): void {
  const query = { quoted: name }
  if (!before && after) report({ code: 'query/added', params: { query, call: after.call } })
  else if (before && !after) report({ code: 'query/removed', params: { query, call: before.call } })
  if (!before || !after || equal(before, after)) return
  const reportOfQuery = (detail: ChangeDetail): void => report(within({ code: 'query', params: { query } }, detail))
  for (const keyword of QUERY_KEYWORDS)
    keyword.compare(before, after, { name, describer, report, reportOfQuery, nodes })
}
