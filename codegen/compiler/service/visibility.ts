import { parseExpression, type ASTNode } from '../infer/ast.ts'

/** When a node is shown. */
export interface Visibility {
  /** No user sees it. */
  isHidden: boolean
  /** The condition without its "="; empty for none. A hidden node keeps its condition: what the node reads may need it. */
  condition: string
}

const FIRST_OF_ALL = /^\s*false\s*&&\s*/

/** Parses the condition of a node. */
export function readVisible(visible: unknown): Visibility {
  const source = typeof visible === 'string' ? visible.replace(/^=/, '').trim() : ''
  if (source === 'false') return { isHidden: true, condition: '' }
  const rest = source.replace(FIRST_OF_ALL, '')
  return rest !== source && startsWithFalse(source)
    ? { isHidden: true, condition: withoutParentheses(rest) }
    : { isHidden: false, condition: source }
}

/** Whether an expression is "false && …", without alternatives around it. */
function startsWithFalse(source: string): boolean {
  const parsed = parseExpression(source)
  if (!('ast' in parsed)) return false
  let first: ASTNode = parsed.ast
  if (first.op !== '&&') return false
  while (first.op === '&&') first = first.args[0]
  return first.op === 'value' && first.args === false
}

/** A condition without the parentheses around all of it. */
function withoutParentheses(source: string): string {
  const inner = /^\(([\s\S]*)\)$/.exec(source)?.[1]
  // In "(a) || (b)" the outer characters belong to different pairs.
  return inner !== undefined && 'ast' in parseExpression(inner) ? inner.trim() : source
}
