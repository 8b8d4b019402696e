import type { JsonNode } from './source.ts'
import { asExpression } from './quickFix.ts'
import { isExpression } from './compilationUnit.ts'
import type { Place } from './compileContext.ts'
import { keyOf } from './infer/ast.ts'
import type { ASTNode } from './infer/ast.ts'
import { denialOf, partsOf, readsNothing } from './contradictions.ts'
import constantCondition from '../check/rules/constant-condition.ts'
import wrongShape from '../check/rules/wrong-shape.ts'

export function compileCondition(node: JsonNode, place: Place): ReturnType<Place['unit']['condition']> {
  if (isExpression(node)) {
    const typed = place.unit.condition(node, place.path, place.scope)
    if (typed?.type.k === 'bool' && readsNothing(typed.ast)) place.unit.report(constantCondition, node, place.path, 'This reads nothing, so it always turns out the same.')
    return typed
  }
  place.unit.report(wrongShape, node, place.path, 'A condition is an expression: "=…".', asExpression(node, place.scope.names))
  return undefined
}

/** The conditions under which a node is drawn, with those of the nodes round it. What these say already is told. */
export function drawnUnder(ast: ASTNode, node: JsonNode, { unit, path, drawn }: Place): ReadonlySet<string> {
  const known = drawn ?? new Set<string>()
  const parts = partsOf(ast, '&&')
  for (const part of parts) {
    if (known.has(keyOf(part))) unit.report(constantCondition, node, path, 'A node round this one asks the same already, so this is always true here.')
    else if (known.has(denialOf(part)) || known.has(`!(${keyOf(part)})`)) unit.report(constantCondition, node, path, 'A node round this one asks for the opposite, so this is never shown.')
  }
  return new Set([...known, ...parts.flatMap((part) => (part.op === '!_' ? [keyOf(part), `!(${keyOf(part.args)})`] : [keyOf(part)]))])
}
