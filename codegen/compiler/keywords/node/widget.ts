import type { NodeKeyword } from './nodeKeyword.ts'

export const widget: NodeKeyword = {
  name: 'widget',
  kind: 'string',
  required: true,
  of: 'widget',
  doc: 'The widget that the node renders: a folder of `src/engine/widgets`.',
  synonyms: ['component'],
  schema: ({ widget }) => widget && { const: widget.name },
}
