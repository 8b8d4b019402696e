import type { JsonNode } from '../source/source.ts'
import { isExpression } from './compilationUnit.ts'
import type { CompileContext } from './compileContext.ts'
import { readsNothing } from '../rules/constant-condition.ts'
import { conditionNotExpression } from '../rules/wrong-shape.ts'

/** Compiles a condition and reports a constant one. Returns undefined for a value that is no valid expression, which is reported. */
export function compileCondition(
  node: JsonNode,
  context: CompileContext,
): ReturnType<CompileContext['unit']['condition']> {
  if (isExpression(node)) {
    const typed = context.unit.condition(node, context.path, context.scope)
    if (typed?.type.k === 'bool' && typed.ast.op === 'value') context.unit.report(readsNothing(), node, context.path)
    return typed
  }
  context.unit.report(conditionNotExpression(node, context.scope.names), node, context.path)
  return undefined
}
