import { quotedList } from '../../compare/change.ts'
import { equal } from '../../compare/nodeComparison.ts'
import { compileShownErrors } from '../../lower/queryErrors.ts'
import { itemsOf } from '../../source/source.ts'
import type { NodeKeyword } from './nodeKeyword.ts'

export const showErrorOf: NodeKeyword = {
  name: 'showErrorOf',
  kind: 'array',
  of: 'widget',
  doc: 'Queries that the node reads without waiting for them: `["orders"]`. If one of them fails, its error placeholder is shown after the node; its retry button refetches all failed ones. Such a query has no `loading` and no `empty` placeholder.',
  synonyms: ['tells'],
  schema: () => ({ type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true }),
  compile(value, { fields, context }) {
    const names = compileShownErrors(value, fields, context)
    return names.length > 0 ? { node: { showErrorOf: names } } : {}
  },
  queriesHandled: (value) => itemsOf(value).map((item) => String(item.value)),
  // A query that is already awaited has its failure shown by the awaiting node.
  substitute({ showErrorOf: names, ...rest }, { pathOf, isLoaded }) {
    const shown = names?.filter((name) => !isLoaded(name)).map(pathOf) ?? []
    return shown.length > 0 ? { ...rest, showErrorOf: shown } : rest
  },
  compare(before, after, { report }) {
    if (!equal(before.showErrorOf, after.showErrorOf))
      report(
        after.showErrorOf === undefined
          ? { code: 'showErrorOf/removed' }
          : {
              code: 'showErrorOf/set',
              params: { queries: quotedList(after.showErrorOf) },
            },
      )
  },
}
