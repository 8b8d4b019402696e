import type { Expr } from '../../../../src/engine/language/expressions/program.ts'
import type { ChangeParam } from '../../compare/change.ts'
import { valueOfExpr } from '../../compare/formatExpr.ts'
import type { TextLookup } from '../../compare/formatExpr.ts'
import { equal } from '../../compare/nodeComparison.ts'
import { toExpr } from '../../lower/compileContext.ts'
import { screenPayload } from '../../contract/contract.ts'
import { compileValue } from '../../lower/value.ts'
import type { QueryKeyword } from './queryKeyword.ts'

export const payload: QueryKeyword = {
  name: 'payload',
  kind: 'object',
  isSent: true,
  doc: 'The fields of the payload of the call.',
  synonyms: ['variables'],
  schema: { type: 'object' },
  check({ call, fields, path, context: { unit } }) {
    const { required = [] } = screenPayload(call)
    if (fields.payload || !fields.call || required.length === 0) return
    unit.emit({ event: 'payloadMissing', call: call.id, members: required }, fields.call, path)
  },
  compile: (value, { call, context }) => ({
    query: { payload: toExpr(compileValue(value, screenPayload(call), { ...context, exact: true })) },
  }),
  compare(before, after, { describer, reportOfQuery }) {
    if (!equal(before.payload, after.payload))
      reportOfQuery({
        code: 'payload/changed',
        params: {
          value: valueOf(after.payload, describer.after),
          before: valueOf(before.payload, describer.before),
        },
      })
  },
}

const valueOf = (expr: Expr | undefined, textOf: TextLookup): ChangeParam =>
  expr === undefined ? { code: 'nothing' } : valueOfExpr(expr, textOf)
