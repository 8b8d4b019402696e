import { NODES, withDescription } from '../editorSchema.ts'
import { compileSlots } from './compileSlots.ts'
import type { NodeKeyword } from './nodeKeyword.ts'

export const children: NodeKeyword = {
  name: 'children',
  kind: 'array',
  of: 'widget',
  doc: 'Nodes in the default slot of the widget.',
  schema: ({ widget }) => widget?.slots.children && withDescription(NODES, widget.slots.children.description),
  compile: (value, node) => compileSlots([{ name: 'children', key: value, value, path: node.context.path }], node),
}
