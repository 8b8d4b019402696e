import type { JsonNode } from '../source/source.ts'
import { isExpression } from './compilationUnit.ts'
import type { CompileContext } from './compileContext.ts'

/** Compiles a condition and reports a constant one. Returns undefined for a value that is no valid expression, which is reported. */
export function compileCondition(
  node: JsonNode,
  context: CompileContext,
): ReturnType<CompileContext['unit']['condition']> {
  if (isExpression(node)) {
    const typed = context.unit.condition(node, context.path, context.scope)
    if (typed?.type.k === 'bool' && typed.ast.op === 'value')
      context.unit.emit({ event: 'conditionReadsNothing' }, node, context.path)
    return typed
  }
  context.unit.emit({ event: 'conditionNotExpression', node, names: context.scope.names }, node, context.path)
  return undefined
}
