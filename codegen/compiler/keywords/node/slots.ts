import { names } from '../../compare/nodeComparison.ts'
import { NODES, withDescription } from '../editorSchema.ts'
import { joinPath } from '../../lower/readFields.ts'
import { compileSlots } from './compileSlots.ts'
import { members } from '../../source/source.ts'
import type { NodeKeyword } from './nodeKeyword.ts'

export const slots: NodeKeyword = {
  name: 'slots',
  kind: 'object',
  of: 'widget',
  doc: 'Nodes in the slots of the widget, by the name of the slot.',
  schema({ widget }) {
    const named = Object.entries(widget?.slots ?? {}).filter(([name]) => name !== 'children')
    return named.length === 0
      ? undefined
      : {
          type: 'object',
          properties: Object.fromEntries(named.map(([name, slot]) => [name, withDescription(NODES, slot.description)])),
          additionalProperties: false,
        }
  },
  compile(value, node) {
    const { unit, path } = node.context
    unit.emit({ event: 'slotsGiven', slots: value }, value, path)
    return compileSlots(
      members(value).map((member) => ({ ...member, path: joinPath(path, member.name) })),
      node,
    )
  },
  compare(before, after, { nodes }) {
    for (const slot of names(before.slots, after.slots)) nodes(before.slots?.[slot] ?? [], after.slots?.[slot] ?? [])
  },
}
