import { pathKey } from '../../infer/astKey.ts'
import { fact } from '../../infer/facts.ts'
import { checkQueryName } from '../../lower/queryErrors.ts'
import type { NodeKeyword } from './nodeKeyword.ts'

export const waitFor: NodeKeyword = {
  name: 'waitFor',
  kind: 'string',
  of: 'both',
  doc: 'The query that this node and all in it wait for: until it has data, its loading, error or empty placeholder is shown. Outside of such a node, compare the query with null before you read it.',
  synonyms: ['needs'],
  schema: () => ({ type: 'string' }),
  compile(value, { context }) {
    const { unit, path, scope, inBar } = context
    const name = String(value.value)
    if (inBar) unit.emit({ event: 'waitingToolbar', query: name }, value, path)
    if (!checkQueryName(value, 'waitFor', context)) return {}
    return {
      node: { waitFor: unit.local(name) },
      inside: { scope: scope.know(fact(pathKey(name), { nonNull: true })) },
    }
  },
  queriesHandled: (value) => (value.type === 'string' ? [String(value.value)] : []),
  // A query that is already awaited has its placeholders shown by the awaiting node.
  substitute({ waitFor: name, loading, ...rest }, { pathOf, isLoaded }) {
    if (name === undefined || isLoaded(name)) return rest
    return { ...rest, waitFor: pathOf(name), ...(loading && { loading }) }
  },
  compare(before, after, { report }) {
    if (before.waitFor !== after.waitFor)
      report(
        after.waitFor === undefined
          ? { code: 'waitFor/removed', params: { query: { quoted: before.waitFor ?? '' } } }
          : { code: 'waitFor/set', params: { query: { quoted: after.waitFor } } },
      )
  },
}
