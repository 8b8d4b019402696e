import { compareCondition } from '../../compare/nodeComparison.ts'
import { compileCondition } from '../../lower/condition.ts'
import { EXPRESSION_TEXT } from '../editorSchema.ts'
import { factsOf } from '../../infer/facts.ts'
import { WRONG_EXPR } from '../../infer/types.ts'
import type { QueryKeyword } from './queryKeyword.ts'

export const enabled: QueryKeyword = {
  name: 'enabled',
  kind: 'string',
  isSent: true,
  doc: 'The query is sent only while this condition is true.',
  synonyms: ['when', 'if'],
  schema: EXPRESSION_TEXT,
  compile(value, { context }) {
    const typed = compileCondition(value, context)
    return typed
      ? { query: { enabled: typed.expr }, scope: context.scope.know(factsOf(typed.ast, true)) }
      : { query: { enabled: WRONG_EXPR } }
  },
  compare: (before, after, { reportOfQuery }) =>
    compareCondition('enabled', before.enabled, after.enabled, reportOfQuery),
}
