import type { Expr } from '../../../../src/core/program.ts'
import type { ChangeParam } from '../../compat/change.ts'
import { valueOfExpr } from '../../compat/formatExpr.ts'
import type { TextLookup } from '../../compat/formatExpr.ts'
import { equal } from '../../compat/nodeComparison.ts'
import { toExpr } from '../../compileContext.ts'
import { screenPayload } from '../../contract.ts'
import { compileValue } from '../../value.ts'
import { needsPayload } from '../../../check/rules/missing-property.ts'
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
    unit.report(needsPayload(call.id, required), fields.call, path)
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
