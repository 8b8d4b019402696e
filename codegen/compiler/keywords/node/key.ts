import type { Expr } from '../../../../src/engine/language/expressions/program.ts'
import { readsLocal, someOperation } from '../../../../src/engine/language/expressions/visit.ts'
import { mismatch } from '../../lower/assign.ts'
import { equal } from '../../compare/nodeComparison.ts'
import { isExpression } from '../../lower/compilationUnit.ts'
import type { CompileContext } from '../../lower/compileContext.ts'
import { rowNameOf } from '../../lower/each.ts'
import { EXPRESSION_TEXT } from '../editorSchema.ts'
import type { JsonNode } from '../../source/source.ts'
import type { Binding } from '../../infer/scope.ts'
import { STRING, WRONG_EXPR } from '../../infer/types.ts'
import type { NodeKeyword } from './nodeKeyword.ts'

export const key: NodeKeyword = {
  name: 'key',
  kind: 'string',
  of: 'both',
  needs: 'each',
  doc: 'Beside `each`: identifies a row, unique in the list: `"=item.id"`. It keeps the place of a row when the list changes.',
  schema: () => EXPRESSION_TEXT,
  compile(value, { fields, context, lowered: { each } }) {
    if (!each) return {}
    const expr = compileKey(value, context)
    const rows = [each.as, ...(each.index === undefined ? [] : [each.index])]
    if (expr !== undefined && !readsLocal(expr, ...rows))
      context.unit.emit({ event: 'rowKeyIgnoresRow', row: rowNameOf(fields.each) }, value, context.path)
    else if (expr !== undefined && hasId(context.scope.names.get(rowNameOf(fields.each))) && !readsId(expr, each.as))
      context.unit.emit({ event: 'rowKeyWithoutId', row: rowNameOf(fields.each) }, value, context.path)
    return { node: { each: { ...each, key: expr ?? WRONG_EXPR } } }
  },
  compare(before, after, { report }) {
    if (equal(before.each?.in, after.each?.in) && !equal(before.each?.key, after.each?.key))
      report({ code: 'key/changed' })
  },
}

/** Whether a row is an object with an id. */
function hasId(row: Binding | undefined): boolean {
  const type = row?.kind === 'value' ? row.type : undefined
  const id = type?.k === 'object' ? type.fields.get('id')?.type : undefined
  return id?.k === 'string' && id.format === 'id'
}

/** Whether an expression reads the id of a row. */
const readsId = (expr: Expr, row: string): boolean =>
  someOperation(expr, (operation) => operation[0] === '.' && operation[2] === 'id' && readsLocal(operation[1], row))

function compileKey(node: JsonNode, { unit, path, scope }: CompileContext): Expr | undefined {
  if (!isExpression(node)) {
    unit.emit({ event: 'keyNotExpression', node, names: scope.names }, node, path)
    return undefined
  }
  const typed = unit.expression(node, 1, path, (inference, ast) => inference.inferKnown(ast, scope))
  if (!typed || typed.type.k === 'wrong') return undefined
  const problem = typed.type.k === 'int' ? undefined : mismatch(typed.type, STRING)
  if (!problem) return typed.expr
  unit.emit({ event: 'rowKeyType' }, node, path)
  return undefined
}
