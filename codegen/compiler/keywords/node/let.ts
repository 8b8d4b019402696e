import { compareValues } from '../../compare/nodeComparison.ts'
import { EXPRESSION } from '../editorSchema.ts'
import { compileLet } from '../../lower/let.ts'
import type { NodeKeyword } from './nodeKeyword.ts'

export const letNames: NodeKeyword = {
  name: 'let',
  kind: 'object',
  of: 'widget',
  doc: 'Names for expressions, in scope in the node and all in it: `{"found": "=market.rows.filter(r, r.open)"}`. An entry may read the entries above it.',
  schema: () => ({ type: 'object', additionalProperties: EXPRESSION }),
  compile: (value, { context }) => ({ inside: { scope: compileLet(value, context) } }),
  // The lowered `let` contains the parameters of a part: names are written out where they are read.
  compare(before, after, { describer, reportMember }) {
    compareValues(
      before.let ?? {},
      after.let ?? {},
      describer,
      (name) => ({ code: 'name/parameter', params: { parameter: name.replace(/^.*:/, '') } }),
      reportMember,
    )
  },
}
