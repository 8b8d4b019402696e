import { members, rangeOf } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'
import { joinPath } from './readFields.ts'
import { INPUT_LIMITS } from '../source/limits.ts'
import type { CompileContext } from './compileContext.ts'
import { isExpression } from './compilationUnit.ts'
import { countOperations } from './exprSize.ts'
import { keyOf } from '../infer/astKey.ts'
import { withUnitRef } from '../infer/unitRefs.ts'
import type { Scope } from '../infer/scope.ts'
import { WRONG, WRONG_EXPR } from '../infer/types.ts'

const NAME = /^[A-Za-z_]\w*$/

/**
 * Names for expressions, in scope in a node and its descendants. Each use is replaced by the expression, so that checks of
 * reads (money, flow, accessibility) see all of it. A name can read the names declared before it.
 */
export function compileLet(node: JsonNode, context: CompileContext): Scope {
  const { unit, scope } = context
  let inner = scope
  for (const { name, key, value } of members(node)) {
    const path = joinPath(context.path, name)
    const seen = inner
    if (!NAME.test(name)) {
      unit.emit({ event: 'invalidRowName', name }, key, path)
      continue
    }
    if (scope.names.has(name)) {
      unit.emit({ event: 'nameTaken', name }, key, path)
      continue
    }
    if (!isExpression(value)) unit.emit({ event: 'letNotExpression', node: value, names: scope.names }, value, path)
    const typed = isExpression(value)
      ? unit.expression(value, 1, path, (inference, ast) => inference.infer(ast, seen))
      : undefined
    if (typed?.ast.op === 'id') unit.emit({ event: 'redundantName', name, other: typed.ast.args }, key, path)
    const heavy = typed !== undefined && countOperations([typed.expr], INPUT_LIMITS.named) > INPUT_LIMITS.named
    if (heavy) unit.emit({ event: 'largeName' }, value, path)
    const sound = typed !== undefined && !heavy
    const tracked = { name, at: rangeOf(key), path, used: !sound }
    unit.named.push(tracked)
    inner = inner.name(
      name,
      sound ? withUnitRef(typed.type, typed.ast) : WRONG,
      sound ? typed.expr : WRONG_EXPR,
      sound
        ? {
            key: keyOf(typed.ast),
            scope: seen,
            typeIn(scope) {
              const again = unit.typeOf(String(value.value).slice(1), scope)
              return again ? withUnitRef(again.type, again.ast) : WRONG
            },
          }
        : undefined,
      () => {
        tracked.used = true
      },
    )
  }
  return inner
}
