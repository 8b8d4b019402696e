import type { JsonNode } from './source.ts'
import { prefixExpression } from './quickFix.ts'
import { isExpression } from './compilationUnit.ts'
import type { CompileContext } from './compileContext.ts'
import { keyOf } from './infer/ast.ts'
import type { ASTNode } from './infer/ast.ts'
import { negationKey, operandsOf, isConstant } from './contradictions.ts'
import constantCondition from '../check/rules/constant-condition.ts'
import wrongShape from '../check/rules/wrong-shape.ts'

/** Compiles a condition and reports a constant one. Returns undefined for a value that is no valid expression, which is reported. */
export function compileCondition(
  node: JsonNode,
  context: CompileContext,
): ReturnType<CompileContext['unit']['condition']> {
  if (isExpression(node)) {
    const typed = context.unit.condition(node, context.path, context.scope)
    if (typed?.type.k === 'bool' && isConstant(typed.ast))
      context.unit.report(
        constantCondition,
        node,
        context.path,
        'This condition reads no value, so its result is always the same.',
      )
    return typed
  }
  context.unit.report(
    wrongShape,
    node,
    context.path,
    'A condition is an expression: "=…".',
    prefixExpression(node, context.scope.names),
  )
  return undefined
}

/** Conditions of a node and of its ancestors, by key. Reports a condition that an ancestor repeats or negates. */
export function checkNestedCondition(
  ast: ASTNode,
  node: JsonNode,
  { unit, path, enclosingConditions }: CompileContext,
): ReadonlySet<string> {
  const known = enclosingConditions ?? new Set<string>()
  const parts = operandsOf(ast, '&&')
  for (const part of parts) {
    if (known.has(keyOf(part)))
      unit.report(
        constantCondition,
        node,
        path,
        'A node around this one has the same condition, so this is always true here.',
      )
    else if (known.has(negationKey(part)) || known.has(`!(${keyOf(part)})`))
      unit.report(
        constantCondition,
        node,
        path,
        'A node around this one has the opposite condition, so this is never shown.',
      )
  }
  return new Set([
    ...known,
    ...parts.flatMap((part) => (part.op === '!_' ? [keyOf(part), `!(${keyOf(part.args)})`] : [keyOf(part)])),
  ])
}
