import {
  forEachOperand,
  isNull,
  MACROS,
  numberLiteral,
  parseExpression,
  stringLiteral,
  visitAst,
} from '../infer/ast.ts'
import type { ASTNode } from '../infer/ast.ts'
import { parseRepeater } from '../source/repeater.ts'
import { NODE_TRAITS } from '../../../src/engine/language/expressions/nodeTraits.ts'
import type { Json } from '../../../src/engine/language/expressions/program.ts'

/** The names of a member path: "state.open" is ["state", "open"]. */
export type MemberPath = readonly string[]

/** The tree of an expression, with or without its "="; undefined for one with a syntax error. */
export function treeOf(expression: string): ASTNode | undefined {
  const parsed = parseExpression(expression.replace(/^=/, ''))
  return 'ast' in parsed ? parsed.ast : undefined
}

/** The member path of a node; undefined for another expression. */
export function memberPathOf(node: ASTNode | undefined): MemberPath | undefined {
  if (node?.op === 'id') return [node.args]
  if (node?.op !== '.') return undefined
  const outer = memberPathOf(node.args[0])
  return outer && [...outer, node.args[1]]
}

/** The longest member paths that an expression reads, without those of names that its macros bind. */
export function readsOf(expression: string): readonly MemberPath[] {
  const ast = treeOf(expression)
  const reads: MemberPath[] = []
  if (ast) collectReads(ast, new Set(), reads)
  return reads
}

function collectReads(node: ASTNode, bound: ReadonlySet<string>, reads: MemberPath[]): void {
  const path = memberPathOf(node)
  if (path) {
    if (!bound.has(path[0] ?? '')) reads.push(path)
    return
  }
  const own = node.op === 'rcall' && MACROS.has(node.args[0]) ? memberPathOf(node.args[2][0])?.[0] : undefined
  const inside = own === undefined ? bound : new Set([...bound, own])
  forEachOperand(node, (operand) => collectReads(operand, inside, reads))
}

/** Facts that a condition proves where it is true. */
export interface Proof {
  /** Paths that are not null. */
  notNull: readonly string[]
  /** Paths of lists that have an item. */
  notEmpty: readonly string[]
}

/** Proofs of the operands that are all true with the condition: comparisons with null, and of the size of a list with 0. */
export function provedBy(condition: string): Proof {
  const notNull: string[] = []
  const notEmpty: string[] = []
  const visit = (node: ASTNode): void => {
    if (node.op === '&&') return node.args.forEach(visit)
    if (node.op !== '!=' && node.op !== '>') return
    const [left, right] = node.args
    if (node.op === '!=') {
      const path = memberPathOf(isNull(right) ? left : isNull(left) ? right : undefined)
      if (path) notNull.push(path.join('.'))
      return
    }
    const list = left.op === 'call' && left.args[0] === 'size' ? memberPathOf(left.args[1][0]) : undefined
    if (list && numberLiteral(right) === 0) notEmpty.push(list.join('.'))
  }
  const ast = treeOf(condition)
  if (ast) visit(ast)
  return { notNull, notEmpty }
}

/** A string of a document that reads data: an expression, a repeated list, or the name of a query. */
function readsOfString(keyword: string, text: string): readonly MemberPath[] {
  if (keyword === NODE_TRAITS.repeats) return readsOf(parseRepeater(text)?.list ?? '')
  if (NODE_TRAITS.namesQuery.has(keyword)) return [['queries', text]]
  return text.startsWith('=') && !text.startsWith('==') ? readsOf(text) : []
}

/** The member paths that a value of a document reads, with those of the nodes and steps in it. */
export function readsIn(value: Json | undefined, keyword = ''): readonly MemberPath[] {
  if (typeof value === 'string') return readsOfString(keyword, value)
  if (Array.isArray(value)) return value.flatMap((item) => readsIn(item, keyword))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => readsIn(item, name))
}

/** The queries whose loading or failure nodes of a document handle. */
export function queriesHandledIn(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(queriesHandledIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) =>
    NODE_TRAITS.handlesQuery.has(name)
      ? (Array.isArray(item) ? item : [item]).filter((query) => typeof query === 'string')
      : queriesHandledIn(item),
  )
}

/** A text that an expression forms from the value of an enumeration. */
export interface ValueText {
  group: string
  /** The name of the field with the value. */
  field: string
}

/** Visible names of values in a document: the labels beside them, and the texts of enumerations. */
export interface ShownValues {
  labels: readonly { label: string; field: string }[]
  texts: readonly ValueText[]
}

/** The labels and the texts of the values that a document shows. */
export function shownValues(document: Json | undefined): ShownValues {
  const labels: { label: string; field: string }[] = []
  const texts: ValueText[] = []
  const visit = (value: Json | undefined): void => {
    if (typeof value === 'string') {
      if (value.startsWith('=') && value.includes(ENUM_TEXT)) texts.push(...textsIn(value))
    } else if (Array.isArray(value)) value.forEach(visit)
    else if (typeof value === 'object' && value !== null) {
      const { label, value: shown } = value
      if (typeof label === 'string' && typeof shown === 'string' && shown.startsWith('='))
        for (const field of new Set(readsOf(shown).flatMap((path) => path.slice(1).slice(-1))))
          labels.push({ label, field })
      Object.values(value).forEach(visit)
    }
  }
  visit(document)
  return { labels, texts }
}

const ENUM_TEXT = 'enumText'

function textsIn(expression: string): ValueText[] {
  const found: ValueText[] = []
  const ast = treeOf(expression)
  if (!ast) return found
  visitAst(ast, (node) => {
    if (node.op !== 'call' || node.args[0] !== ENUM_TEXT) return
    const [group, value] = node.args[1]
    const field = memberPathOf(value)?.at(-1)
    const name = stringLiteral(group)
    if (name !== undefined && field !== undefined) found.push({ group: name, field })
  })
  return found
}
