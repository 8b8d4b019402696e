import { compareCondition } from '../../compare/nodeComparison.ts'
import { compileCondition } from '../../lower/condition.ts'
import { WRONG_EXPR } from '../../infer/types.ts'
import { EXPRESSION_TEXT } from '../editorSchema.ts'
import type { QueryKeyword } from './queryKeyword.ts'

export const emptyWhen: QueryKeyword = {
  name: 'emptyWhen',
  kind: 'string',
  doc: 'The empty placeholder is shown while this condition is true; it reads the data of the query.',
  schema: EXPRESSION_TEXT,
  compile(value, { loaded }) {
    return { query: { emptyWhen: compileCondition(value, loaded)?.expr ?? WRONG_EXPR } }
  },
  compare: (before, after, { reportOfQuery }) =>
    compareCondition('emptyWhen', before.emptyWhen, after.emptyWhen, reportOfQuery),
}
