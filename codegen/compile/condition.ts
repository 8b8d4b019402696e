import type { JsonNode } from './source.ts'
import { isExpression } from './unit.ts'
import type { Place } from './place.ts'
import wrongShape from '../check/rules/wrong-shape.ts'

export function compileCondition(node: JsonNode, place: Place): ReturnType<Place['unit']['condition']> {
  if (isExpression(node)) return place.unit.condition(node, place.path, place.scope)
  place.unit.report(wrongShape, node, place.path, 'A condition is an expression: "=…".')
  return undefined
}
