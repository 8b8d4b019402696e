import { excerpt } from '../source/findings/excerpt.ts'
import { Environment, ParseError } from '@marcbachmann/cel-js'
import type { ASTNode } from '@marcbachmann/cel-js'
import { INPUT_LIMITS } from '../source/limits.ts'

export type { ASTNode }

const environment = new Environment({
  unlistedVariablesAreDyn: true,
  limits: { maxAstNodes: 400, maxDepth: 40, maxListElements: 100, maxMapEntries: 60, maxCallArguments: 12 },
})

export interface SyntaxFault {
  /** Message of the parser; undefined for an expression that is too long to be parsed. */
  summary: string | undefined
  start: number
  end: number
}

type Parsed = { ast: ASTNode } | { fault: SyntaxFault }

/** Cache of parsed expressions; the trees are immutable. */
const parsed = new Map<string, Parsed>()
const CACHE_SIZE = 8_000

/** The tree of an expression, or the position of its syntax error. */
export function parseExpression(text: string): Parsed {
  const known = parsed.get(text)
  if (known) return known
  if (parsed.size >= CACHE_SIZE) parsed.clear()
  const result = parse(text)
  parsed.set(text, result)
  return result
}

function parse(text: string): Parsed {
  if (text.length > INPUT_LIMITS.expression)
    return {
      fault: {
        summary: undefined,
        start: 0,
        end: text.length,
      },
    }
  try {
    return { ast: environment.parse(text).ast }
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    const { start, end } = error.range ?? { start: 0, end: text.length }
    return {
      fault: {
        summary: error.summary,
        start: Math.min(start, text.length),
        end: Math.min(Math.max(end, start + 1), text.length),
      },
    }
  }
}

/** Methods that bind their first argument to each item of a list. */
export const MACROS: ReadonlySet<string> = new Set(['filter', 'map', 'all', 'exists', 'sortBy'])

/** Calls a function with each operand of a node, in order. */
export function forEachOperand({ args }: ASTNode, use: (operand: ASTNode) => void): void {
  const inside = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(inside)
    else if (value !== null && typeof value === 'object' && 'op' in value) use(value as ASTNode)
  }
  inside(args)
}

/** Visits a node of an expression and all nodes within it, each before its operands; `outer` is the operator around it. */
export function visitAst(
  node: ASTNode,
  visit: (node: ASTNode, outer?: ASTNode['op']) => void,
  outer?: ASTNode['op'],
): void {
  visit(node, outer)
  forEachOperand(node, (operand) => visitAst(operand, visit, node.op))
}

/** The value of a string literal. */
export const stringLiteral = (node: ASTNode | undefined): string | undefined =>
  node?.op === 'value' && typeof node.args === 'string' ? node.args : undefined

/** Whether an expression is the literal null. */
export const isNull = (node: ASTNode): boolean => node.op === 'value' && node.args === null

/** The value of a number literal with its sign, whether it is an int, a double or decimal("…"). */
export function numberLiteral(node: ASTNode): number | undefined {
  if (node.op === '-_') {
    const inner = numberLiteral(node.args)
    return inner === undefined ? undefined : -inner
  }
  if (node.op === 'call' && node.args[0] === 'decimal') {
    const text = stringLiteral(node.args[1][0])
    return text === undefined ? undefined : Number(text)
  }
  if (node.op !== 'value') return undefined
  return typeof node.args === 'bigint' || typeof node.args === 'number' ? Number(node.args) : undefined
}

/** The words of a node, shortened for a message. */
export function sourceOf(node: ASTNode): string {
  return excerpt(node.input.slice(node.start, node.end), 40)
}
