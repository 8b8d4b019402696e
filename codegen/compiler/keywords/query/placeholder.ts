import { within } from '../../compare/change.ts'
import type { Query } from '../../../../src/engine/language/expressions/program.ts'
import { NODES } from '../editorSchema.ts'
import type { QueryInProgress, QueryKeyword } from './queryKeyword.ts'

/** A keyword for nodes that are shown in place of the data of a query. */
export const placeholder = (
  name: keyof NonNullable<Query['placeholders']>,
  doc: string,
  contextOf: (query: QueryInProgress) => QueryInProgress['context'],
): QueryKeyword => ({
  name,
  kind: 'array',
  doc,
  schema: NODES,
  compile(value, query) {
    const context = contextOf(query)
    return { query: { placeholders: { ...query.lowered.placeholders, [name]: context.nodes(value, context) } } }
  },
  compare(before, after, { name: query, report, nodes }) {
    for (const detail of nodes(before.placeholders?.[name] ?? [], after.placeholders?.[name] ?? []))
      report(within({ code: 'placeholder', params: { name, query: { quoted: query } } }, detail))
  },
})
