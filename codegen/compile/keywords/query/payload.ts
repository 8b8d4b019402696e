import type { Expr } from '../../../../src/core/program.ts'
import { formatExpr } from '../../compat/formatExpr.ts'
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
      reportOfQuery(
        ` is now sent with ${formatOptional(after.payload, describer.after)} instead of ${formatOptional(before.payload, describer.before)}.`,
      )
  },
}

const formatOptional = (expr: Expr | undefined, textOf: TextLookup): string =>
  expr === undefined ? 'nothing' : formatExpr(expr, textOf)
