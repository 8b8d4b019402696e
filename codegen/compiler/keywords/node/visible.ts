import { compareCondition } from '../../compare/nodeComparison.ts'
import { compileCondition } from '../../lower/condition.ts'
import { EXPRESSION_TEXT } from '../editorSchema.ts'
import { factsOf } from '../../infer/facts.ts'
import { WRONG_EXPR } from '../../infer/types.ts'
import type { NodeKeyword } from './nodeKeyword.ts'

export const visible: NodeKeyword = {
  name: 'visible',
  kind: 'string',
  of: 'both',
  doc: 'The node is rendered only while this is true. A condition such as `article.image != null` also proves to the compiler that the value is not null inside the node.',
  synonyms: ['when', 'if', 'isVisible', 'showIf'],
  schema: () => EXPRESSION_TEXT,
  compile(value, { context }) {
    const typed = compileCondition(value, context)
    if (!typed) return { node: { visible: WRONG_EXPR } }
    return {
      node: { visible: typed.expr },
      inside: {
        scope: context.scope.know(factsOf(typed.ast, true)),
      },
    }
  },
  join: <T>(use: T, root: T) => ['&&', use, root] as T,
  compare: (before, after, { report }) => compareCondition('visible', before.visible, after.visible, report),
}
