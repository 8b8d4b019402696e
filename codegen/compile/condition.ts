import type { JsonNode } from './source.ts'
import { isExpression } from './compilationUnit.ts'
import type { CompileContext } from './compileContext.ts'
import type { ASTNode } from './infer/ast.ts'
import { canonicalText } from './infer/astKey.ts'
import { negationKey, operandsOf, isConstant } from './contradictions.ts'
import { oppositeAround, readsNothing, sameAround } from '../check/rules/constant-condition.ts'
import { conditionNotExpression } from '../check/rules/wrong-shape.ts'

/** Compiles a condition and reports a constant one. Returns undefined for a value that is no valid expression, which is reported. */
export function compileCondition(
  node: JsonNode,
  context: CompileContext,
): ReturnType<CompileContext['unit']['condition']> {
  if (isExpression(node)) {
    const typed = context.unit.condition(node, context.path, context.scope)
    if (typed?.type.k === 'bool' && isConstant(typed.ast)) context.unit.report(readsNothing(), node, context.path)
    return typed
  }
  context.unit.report(conditionNotExpression(node, context.scope.names), node, context.path)
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
    if (known.has(canonicalText(part))) unit.report(sameAround(), node, path)
    else if (known.has(negationKey(part)) || known.has(`!(${canonicalText(part)})`))
      unit.report(oppositeAround(), node, path)
  }
  return new Set([
    ...known,
    ...parts.flatMap((part) =>
      part.op === '!_' ? [canonicalText(part), `!(${canonicalText(part.args)})`] : [canonicalText(part)],
    ),
  ])
}
