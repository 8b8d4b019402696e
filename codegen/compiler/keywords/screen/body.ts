import { NODES } from '../editorSchema.ts'
import { pathKey } from '../../infer/astKey.ts'
import { fact } from '../../infer/facts.ts'
import { itemsOf } from '../../source/source.ts'
import type { ScreenKeyword } from './screenKeyword.ts'

export const body: ScreenKeyword = {
  name: 'body',
  kind: 'array',
  required: true,
  doc: 'Nodes, top to bottom. It waits for the queries that no node waits for.',
  schema: () => NODES,
  compile(value, { context, unit, handledQueries }) {
    const awaited = [...unit.queries.keys()].filter((name) => !handledQueries.has(name))
    const scope = awaited.reduce((inner, name) => inner.know(fact(pathKey(name), { nonNull: true })), context.scope)
    if (value && itemsOf(value).length === 0) unit.emit({ event: 'noNodes', name: 'body' }, value, 'body')
    return { body: context.nodes(value, { ...context, scope }) }
  },
  compare(before, after, { report, nodes }) {
    nodes(before.body, after.body).forEach(report)
  },
}
