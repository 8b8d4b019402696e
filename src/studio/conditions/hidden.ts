import { parseExpression, type ASTNode } from '../../../codegen/compiler/infer/ast.ts'
import { memberPlace, nodeAt, parse, setValue, type Place } from '../model/document.ts'

/** When a node is shown. */
export interface Visibility {
  /** No user sees it. */
  isHidden: boolean
  /** The condition without its "="; empty for none. A hidden node keeps its condition: what the node reads may need it. */
  condition: string
}

/** The compiler's warning about a condition that reads nothing. A hidden node without another condition allows it. */
const WARNING = 'constant-condition'
const REASON = 'Hidden for now.'

const FIRST_OF_ALL = /^\s*false\s*&&\s*/

/** Parses the keyword `visible` of a node. */
export function readVisible(visible: unknown): Visibility {
  const source = typeof visible === 'string' ? visible.replace(/^=/, '').trim() : ''
  if (source === 'false') return { isHidden: true, condition: '' }
  const rest = source.replace(FIRST_OF_ALL, '')
  return rest !== source && startsWithFalse(source)
    ? { isHidden: true, condition: withoutParentheses(rest) }
    : { isHidden: false, condition: source }
}

/** The file with a node that is shown as `visibility` says. */
export function setVisible(text: string, node: Place, { isHidden, condition }: Visibility): string {
  const place = memberPlace(node, 'visible')
  const written = isHidden ? (condition === '' ? 'false' : `false && (${condition})`) : condition
  const next = setValue(text, place, written === '' ? undefined : `=${written}`)
  const isConstant = isHidden && condition === ''
  const wasConstant = nodeAt(parse(text), place)?.value === '=false'
  return isConstant === wasConstant ? next : setAllowed(next, node, isConstant)
}

function setAllowed(text: string, node: Place, isAllowed: boolean): string {
  const allow = memberPlace(node, 'allow')
  const place = memberPlace(allow, WARNING)
  const root = parse(text)
  if (isAllowed) return setValue(text, place, REASON)
  if (!nodeAt(root, place)) return text
  return setValue(text, nodeAt(root, allow)?.children?.length === 1 ? allow : place, undefined)
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
