import { members, rangeOf } from './source.ts'
import type { JsonNode } from './source.ts'
import { joinPath } from './readFields.ts'
import { INPUT_LIMITS } from './limits.ts'
import type { CompileContext } from './compileContext.ts'
import { prefixExpression } from './quickFix.ts'
import { isExpression } from './compilationUnit.ts'
import { countOperations } from './exprSize.ts'
import { keyOf } from './infer/ast.ts'
import { withUnitRef } from './infer/unitRefs.ts'
import type { Scope } from './infer/scope.ts'
import { WRONG } from './types.ts'
import limits from '../check/rules/limits.ts'
import repeatSyntax from '../check/rules/repeat-syntax.ts'
import shadowedName from '../check/rules/shadowed-name.ts'
import wrongShape from '../check/rules/wrong-shape.ts'

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
      unit.report(repeatSyntax, key, path, `"${name}" is no name: letters, digits and _ make one.`)
      continue
    }
    if (scope.names.has(name)) {
      unit.report(shadowedName, key, path, `"${name}" is already another name here.`)
      continue
    }
    if (!isExpression(value))
      unit.report(
        wrongShape,
        value,
        path,
        'A value of "let" must be an expression.',
        prefixExpression(value, scope.names) ?? 'Begin it with "=".',
      )
    const typed = isExpression(value)
      ? unit.expression(value, 1, path, (inference, ast) => inference.infer(ast, seen))
      : undefined
    const heavy = typed !== undefined && countOperations([typed.expr], INPUT_LIMITS.named) > INPUT_LIMITS.named
    if (heavy)
      unit.report(limits, value, path, `With its names expanded, this has more than ${INPUT_LIMITS.named} operations.`)
    const sound = typed !== undefined && !heavy
    const tracked = { name, at: rangeOf(key), path, used: !sound }
    unit.named.push(tracked)
    inner = inner.name(
      name,
      sound ? withUnitRef(typed.type, typed.ast) : WRONG,
      sound ? typed.expr : null,
      sound ? keyOf(typed.ast) : '',
      () => {
        tracked.used = true
      },
    )
  }
  return inner
}
