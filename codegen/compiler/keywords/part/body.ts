import { joinPath } from '../../lower/readFields.ts'
import { itemsOf, member } from '../../source/source.ts'
import type { PartKeyword } from './partKeyword.ts'

export const body: PartKeyword = {
  name: 'body',
  kind: 'array',
  required: true,
  doc: 'One node: the root of the part. It is not repeated.',
  compile(value, context) {
    const { unit, path } = context
    const nodes = itemsOf(value)
    if (value && nodes.length !== 1) unit.emit({ event: 'otherRootCount', nodes: nodes.length }, value, path)
    const [first] = nodes
    if (!first) return {}
    const each = member(first, 'each')
    if (each) unit.emit({ event: 'repeatedRoot' }, each, joinPath(path, 0))
    return { root: context.node(first, { ...context, path: joinPath(path, 0) }) }
  },
}
