import type { DeclaredQuery, State } from '../contract/declarations.ts'
import { parseExpression } from '../infer/ast.ts'
import { keyOf } from '../infer/astKey.ts'
import type { MemberPath } from '../infer/astKey.ts'
import type { JsonNode } from '../source/source.ts'

/** A parameter passed by reference: a state that the part may set, or a query that it may wait for. */
export type RefParam = { state: State } | { query: DeclaredQuery }

/** The path that an argument consists of: "=state.order" is ["state", "order"]. Undefined for another value. */
export function argumentPath(node: JsonNode): MemberPath | undefined {
  const text = String(node.value)
  const parsed = text.startsWith('=') ? parseExpression(text.slice(1)) : undefined
  return parsed && 'ast' in parsed ? keyOf(parsed.ast).path : undefined
}

/** The name of the state that an argument refers to, and the path within it; empty for another value. In a part it is a parameter. */
export function statePathOf(node: JsonNode, kind: 'screen' | 'part'): MemberPath {
  const path = argumentPath(node) ?? []
  if (kind === 'part') return path
  return path[0] === 'state' ? path.slice(1) : []
}
