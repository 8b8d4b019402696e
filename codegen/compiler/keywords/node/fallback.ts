import { contentOfEach, equal } from '../../compare/nodeComparison.ts'
import { ref } from '../editorSchema.ts'
import type { NodeKeyword } from './nodeKeyword.ts'

export const fallback: NodeKeyword = {
  name: 'fallback',
  kind: 'object',
  of: 'both',
  doc: 'Another node, for clients that do not have this widget and for the case that it throws.',
  schema: () => ref('node'),
  compile(value, { outer }) {
    const node = outer.node(value, outer)
    return node ? { node: { fallback: node } } : {}
  },
  compare(before, after, { report }) {
    const [previous, current] = [before, after].map(({ fallback: node }) => contentOfEach(node && [node]))
    if (!equal(previous, current)) report({ code: after.fallback ? 'fallback/changed' : 'fallback/removed' })
  },
}
