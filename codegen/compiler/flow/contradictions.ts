import { numberLiteral, stringLiteral, visitAst } from '../infer/ast.ts'
import type { ASTNode } from '../infer/ast.ts'
import { canonicalText } from '../infer/astKey.ts'

/** Whether a condition with this result cannot hold together with another one with that result. */
export function excludes(a: ASTNode, resultA: boolean, b: ASTNode, resultB: boolean): boolean {
  if (canonicalText(a) === canonicalText(b)) return resultA !== resultB
  if (canonicalText(a) === negationKey(b) || canonicalText(b) === negationKey(a)) return resultA === resultB
  const [left, right] = [constraintOf(a, resultA), constraintOf(b, resultB)]
  return left !== undefined && right !== undefined && left.key === right.key && isDisjoint(left, right)
}

/** The operands of a row of one operator. */
export function operandsOf(node: ASTNode, op: '&&' | '||'): ASTNode[] {
  return node.op === op ? node.args.flatMap((part) => operandsOf(part, op)) : [node]
}

/** The key of what a condition denies. */
export const negationKey = (node: ASTNode): string =>
  node.op === '!_' ? canonicalText(node.args) : `!(${canonicalText(node)})`

/** Whether an expression consists of literals only. */
export function isConstant(node: ASTNode): boolean {
  let reads = false
  visitAst(node, ({ op }) => {
    reads ||= op === 'id' || op === 'call' || op === 'rcall'
  })
  return !reads
}

/** The constraint of one operand on one value: a range, or one value that it equals or not. */
interface ValueConstraint {
  key: string
  equals?: string
  notEquals?: string
  low?: { at: number; open: boolean }
  high?: { at: number; open: boolean }
}

/** Two operands that cannot both be true; for "or": that cannot both be false. */
export function contradiction(parts: readonly ASTNode[], truth: boolean): [ASTNode, ASTNode] | undefined {
  const constraints = parts.map((part) => constraintOf(part, truth))
  for (const [index, part] of parts.entries()) {
    for (const [before, other] of parts.slice(0, index).entries()) {
      const denied = canonicalText(part) === negationKey(other) || canonicalText(other) === negationKey(part)
      const [a, b] = [constraints[before], constraints[index]]
      if (denied || (a && b && a.key === b.key && isDisjoint(a, b))) return [other, part]
    }
  }
  return undefined
}

function isDisjoint(a: ValueConstraint, b: ValueConstraint): boolean {
  if (a.equals !== undefined && b.equals !== undefined) return a.equals !== b.equals
  if ((a.equals !== undefined && a.equals === b.notEquals) || (b.equals !== undefined && b.equals === a.notEquals))
    return true
  const range = (constraint: ValueConstraint): ValueConstraint =>
    constraint.equals !== undefined && Number.isFinite(Number(constraint.equals)) && constraint.equals[0] !== '"'
      ? {
          key: constraint.key,
          low: { at: Number(constraint.equals), open: false },
          high: { at: Number(constraint.equals), open: false },
        }
      : constraint
  const [x, y] = [range(a), range(b)]
  return isBelow(x, y) || isBelow(y, x)
}

/** Whether one range ends before the other begins. */
const isBelow = ({ high }: ValueConstraint, { low }: ValueConstraint): boolean =>
  high !== undefined && low !== undefined && (high.at < low.at || (high.at === low.at && (high.open || low.open)))

const OPPOSITE = { '<': '>=', '<=': '>', '>': '<=', '>=': '<', '==': '!=', '!=': '==' } as const
const FLIPPED = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' } as const
export type Comparison = keyof typeof OPPOSITE
export const COMPARISONS: ReadonlySet<string> = new Set(Object.keys(OPPOSITE))
/** The operator for swapped sides. */
export const flip = (op: Comparison): Comparison => FLIPPED[op]

function constraintOf(node: ASTNode, truth: boolean): ValueConstraint | undefined {
  if (node.op === '!_') return constraintOf(node.args, !truth)
  if (!Object.hasOwn(OPPOSITE, node.op)) return undefined
  const [left, right] = node.args as [ASTNode, ASTNode]
  const [value, literal, op] =
    literalOf(right) === undefined
      ? [right, literalOf(left), FLIPPED[node.op as Comparison]]
      : [left, literalOf(right), node.op as Comparison]
  if (literal === undefined || literalOf(value) !== undefined) return undefined
  const key = canonicalText(value)
  const operator = truth ? op : OPPOSITE[op]
  if (operator === '==') return { key, equals: literal }
  if (operator === '!=') return { key, notEquals: literal }
  const limit = Number(literal)
  if (literal[0] === '"' || !Number.isFinite(limit)) return undefined
  const end = { at: limit, open: operator === '<' || operator === '>' }
  return operator[0] === '<' ? { key, high: end } : { key, low: end }
}

/** The text of a literal; undefined for another node. */
export function literalOf(node: ASTNode): string | undefined {
  const text = stringLiteral(node)
  if (text !== undefined) return JSON.stringify(text)
  if (node.op === 'value' && (node.args === null || typeof node.args === 'boolean')) return String(node.args)
  const number = numberLiteral(node)
  return number === undefined ? undefined : String(number)
}
