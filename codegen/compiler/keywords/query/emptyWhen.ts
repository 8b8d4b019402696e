import { compareCondition } from '../../compare/nodeComparison.ts'
import { compileCondition } from '../../lower/condition.ts'
import { EXPRESSION_TEXT } from '../editorSchema.ts'
import type { QueryKeyword } from './queryKeyword.ts'

export const emptyWhen: QueryKeyword = {
  name: 'emptyWhen',
  kind: 'string',
  doc: 'The empty placeholder is shown while this condition is true; it reads the data of the query.',
  schema: EXPRESSION_TEXT,
  compile(value, { loaded }) {
    const typed = compileCondition(value, loaded)
    return typed ? { query: { emptyWhen: typed.expr } } : {}
  },
  compare: (before, after, { reportOfQuery }) =>
    compareCondition('emptyWhen', before.emptyWhen, after.emptyWhen, reportOfQuery),
}
