import type { NodeKeyword } from './nodeKeyword.ts'

export const part: NodeKeyword = {
  name: 'part',
  kind: 'string',
  required: true,
  of: 'part',
  doc: 'In place of `widget`: a part of `screens/parts`, with values for its parameters in `props`.',
  schema: ({ widget, parts }) => (widget ? undefined : { enum: [...parts] }),
}
