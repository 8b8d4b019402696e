import { NODE_TRAITS } from '../../../../src/engine/language/expressions/nodeTraits.ts'
import { contentOfEach, equal } from '../../compare/nodeComparison.ts'
import { NODES } from '../editorSchema.ts'
import type { NodeKeyword } from './nodeKeyword.ts'

export const loading: NodeKeyword = {
  name: 'loading',
  kind: 'array',
  of: 'both',
  needs: NODE_TRAITS.awaits,
  doc: `Beside \`${NODE_TRAITS.awaits}\`: replaces the loading placeholder of that query here, so that the layout does not move when the data comes.`,
  schema: () => NODES,
  compile: (value, { outer }) => ({ node: { loading: outer.nodes(value, outer) } }),
  compare(before, after, { report }) {
    if (!equal(contentOfEach(before.loading), contentOfEach(after.loading)))
      report({ code: after.loading ? 'loading/changed' : 'loading/removed' })
  },
}
