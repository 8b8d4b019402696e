import {
  isNull,
  numberLiteral,
  parseExpression,
  stringLiteral,
  type ASTNode,
} from '../../../codegen/compiler/service/index.ts'
import { wordsOf } from '../model/titles.ts'
import { readNumber, readWholeNumber } from './typedNumber.ts'
import type { ScopeValue, ValueKind } from './values.ts'

/** How a value is compared, in the words of the builder. */
export type Comparison = '==' | '!=' | '>' | '>=' | '<' | '<=' | 'yes' | 'no' | 'filled' | 'missing' | 'some' | 'none'

/** One sentence of a condition: a value, a comparison, and what it is compared with, if the comparison asks for it. */
export interface Clause {
  path: string
  comparison: Comparison
  /** A literal as it is typed, or the path of another value. */
  other?: { literal: string } | { path: string }
}

/** Clauses of which all ("&&") or one ("||") must hold. */
export interface Condition {
  join: '&&' | '||'
  clauses: readonly Clause[]
}

const WITHOUT_OTHER = new Set<Comparison>(['yes', 'no', 'filled', 'missing', 'some', 'none'])
/** Whether a comparison asks for a second value. */
export const asksForOther = (comparison: Comparison): boolean => !WITHOUT_OTHER.has(comparison)

const EQUAL = ['==', '!='] as const
const ORDER = ['>', '>=', '<', '<='] as const
const COMPARISONS: Readonly<Record<ValueKind, readonly Comparison[]>> = {
  flag: ['yes', 'no'],
  choice: EQUAL,
  decimal: [...ORDER, ...EQUAL],
  whole: [...ORDER, ...EQUAL],
  number: [...ORDER, ...EQUAL],
  moment: ORDER,
  text: EQUAL,
  list: ['some', 'none'],
  other: [],
}

/** The comparisons of a value, those that suit it best first. */
export const comparisonsOf = ({ kind, path, nullable }: ScopeValue): readonly Comparison[] =>
  nullable.at(-1) === path ? [...COMPARISONS[kind], 'filled', 'missing'] : COMPARISONS[kind]

/** Display text of a comparison. */
export function wordsOfComparison(comparison: Comparison, kind: ValueKind): string {
  if (kind === 'moment') {
    const words: Partial<Record<Comparison, string>> = {
      '>': 'is after',
      '>=': 'is at or after',
      '<': 'is before',
      '<=': 'is at or before',
    }
    const word = words[comparison]
    if (word !== undefined) return word
  }
  return WORDS[comparison]
}

const WORDS: Readonly<Record<Comparison, string>> = {
  '==': 'is',
  '!=': 'is not',
  '>': 'is more than',
  '>=': 'is at least',
  '<': 'is less than',
  '<=': 'is at most',
  yes: 'is true',
  no: 'is not true',
  filled: 'has a value',
  missing: 'is empty',
  some: 'has items',
  none: 'has no items',
}

/** Whether a clause says all that its comparison asks for. */
export const isComplete = ({ comparison, other }: Clause, value: ScopeValue | undefined): boolean =>
  value !== undefined &&
  (!asksForOther(comparison) ||
    (other !== undefined && ('path' in other ? other.path !== '' : literalOf(other.literal, value) !== undefined)))

/** Expression for the typed text, of the kind of a value; undefined while the text is not valid. */
function literalOf(typed: string, { kind, choices }: ScopeValue): string | undefined {
  const text = typed.trim()
  switch (kind) {
    case 'decimal': {
      const number = readNumber(text)
      return number === undefined ? undefined : `decimal('${number}')`
    }
    case 'whole':
      return readWholeNumber(text)
    case 'number': {
      const number = readNumber(text)
      return number === undefined || number.includes('.') ? number : `${number}.0`
    }
    case 'moment':
      return /^\d{4}-\d\d-\d\d$/.test(text) ? `startOfDay('${text}')` : undefined
    case 'choice':
      return choices?.some(({ value }) => value === text) ? quoted(text) : undefined
    case 'text':
      return quoted(typed)
    default:
      return undefined
  }
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`

type Values = ReadonlyMap<string, ScopeValue>

/** The expression of a condition, with the checks that its values are not null; undefined while a clause is not complete. */
export function writeCondition({ join, clauses }: Condition, values: Values): string | undefined {
  const known = new Set<string>()
  const written: string[] = []
  for (const clause of clauses) {
    const value = values.get(clause.path)
    if (!value || !isComplete(clause, value)) return undefined
    const guards = guardsOf(clause, values).filter((path) => !known.has(path))
    // With "and", what a clause has checked holds for those after it.
    if (join === '&&') for (const path of guards) known.add(path)
    if (clause.comparison === 'filled' && join === '&&') known.add(clause.path)
    const parts = [...guards.map((path) => `${path} != null`), comparisonOf(clause, value)]
    const text = parts.join(' && ')
    written.push(join === '||' && parts.length > 1 && clauses.length > 1 ? `(${text})` : text)
  }
  return written.length === 0 ? undefined : `=${written.join(` ${join} `)}`
}

/** The paths that are compared with null before a clause can be evaluated. */
function guardsOf({ path, comparison, other }: Clause, values: Values): string[] {
  const operands = [path, ...(other && 'path' in other ? [other.path] : [])]
  const needsValue = !['==', '!=', 'filled', 'missing'].includes(comparison)
  return operands.flatMap((operand) =>
    (values.get(operand)?.nullable ?? []).filter((outer) => outer !== operand || needsValue),
  )
}

function comparisonOf({ path, comparison, other }: Clause, value: ScopeValue): string {
  switch (comparison) {
    case 'yes':
      return path
    case 'no':
      return `!${path}`
    case 'filled':
      return `${path} != null`
    case 'missing':
      return `${path} == null`
    case 'some':
      return `size(${path}) > 0`
    case 'none':
      return `size(${path}) == 0`
    default: {
      const right = other && ('path' in other ? other.path : literalOf(other.literal, value))
      return `${path} ${comparison} ${right ?? ''}`
    }
  }
}

/** The condition that an expression writes; null for one that the builder has no words for. */
export function readCondition(expression: string, values: Values): Condition | null {
  const parsed = parseExpression(expression.replace(/^=/, ''))
  if (!('ast' in parsed)) return null
  const { ast } = parsed
  const join = ast.op === '||' ? '||' : '&&'
  const clauses: Clause[] = []
  const isFlag = (path: string): boolean => values.get(path)?.kind === 'flag'
  for (const operand of operandsOf(ast, join)) {
    const parts = operandsOf(operand, '&&').map((operand) => clauseOf(operand, isFlag))
    if (!parts.every((part) => part !== null)) return null
    if (join === '||') {
      const own = withoutGuards(parts, values)
      if (own.length !== 1) return null
      clauses.push(...own)
    } else clauses.push(...parts)
  }
  const read = { join, clauses: join === '&&' ? withoutGuards(clauses, values) : clauses } as const
  return read.clauses.every((clause) => isComplete(clause, values.get(clause.path))) ? read : null
}

/** Words for a path. */
export type PathWords = (path: string) => string

/**
 * Display text of a condition by the names in it: "amount is more than 1000 and note has a value"; undefined for one
 * without such a text.
 */
export function conditionWords(expression: string): string | undefined {
  const parsed = parseExpression(expression.replace(/^=/, ''))
  return 'ast' in parsed ? nodeWords(parsed.ast, pathWords) : undefined
}

/** The same of the tree of an expression. Every path may be true or false, since its words need no types. */
export function nodeWords(node: ASTNode, wordsOfPath: PathWords): string | undefined {
  const join = node.op === '||' ? '||' : '&&'
  const groups = operandsOf(node, join).map((operand) =>
    operandsOf(operand, '&&').map((part) => clauseOf(part, () => true)),
  )
  if (!groups.every((clauses) => clauses.every((clause) => clause !== null))) return undefined
  // With "and", what one clause has checked holds for those after it.
  return (join === '||' ? groups : [groups.flat()])
    .map((clauses) =>
      withoutChecks(clauses)
        .map((clause) => clauseWords(clause, wordsOfPath))
        .join(' and '),
    )
    .join(' or ')
}

/** The clauses without checks of a value that a later one reads. */
const withoutChecks = (clauses: readonly Clause[]): Clause[] =>
  clauses.filter(
    ({ path, comparison }, index) =>
      comparison !== 'filled' || !clauses.slice(index + 1).some((later) => `${later.path}.`.startsWith(`${path}.`)),
  )

/** Names that say nothing of what is in them. */
const EMPTY_NAMES = new Set(['value', 'id', 'data'])

/** A path by its last name that says something: "user nickname" of "session.user.nickname" is "nickname". */
export function pathWords(path: string): string {
  const names = path.split('.')
  const last = names.at(-1) ?? path
  return wordsOf(EMPTY_NAMES.has(last) && names.length > 1 ? `${names.at(-2) ?? ''} ${last}` : last)
}

function clauseWords({ path, comparison, other }: Clause, wordsOfPath: PathWords): string {
  const value = wordsOfPath(path)
  if (comparison === 'yes') return value
  if (comparison === 'no') return `not ${value}`
  if (!other) return `${value} ${WORDS[comparison]}`
  return `${value} ${WORDS[comparison]} ${'path' in other ? wordsOfPath(other.path) : other.literal.trim() || 'empty'}`
}

const operandsOf = (node: ASTNode, op: '&&' | '||'): ASTNode[] =>
  node.op === op ? node.args.flatMap((arg) => operandsOf(arg, op)) : [node]

/** The clauses without those that only make sure that a value of a later one is not null. */
const withoutGuards = (clauses: readonly Clause[], values: Values): Clause[] =>
  clauses.filter(
    ({ path, comparison }, index) =>
      comparison !== 'filled' || !clauses.slice(index + 1).some((later) => guardsOf(later, values).includes(path)),
  )

function pathOf(node: ASTNode): string | undefined {
  if (node.op === 'id') return node.args
  if (node.op !== '.') return undefined
  const outer = pathOf(node.args[0])
  return outer === undefined ? undefined : `${outer}.${node.args[1]}`
}

const FLIPPED: Readonly<Record<string, Comparison>> = {
  '>': '<',
  '>=': '<=',
  '<': '>',
  '<=': '>=',
  '==': '==',
  '!=': '!=',
}

/** The clause that an operation writes. `isFlag`: whether a path is true or false, so that it can be a clause alone. */
export function clauseOf(node: ASTNode, isFlag: (path: string) => boolean): Clause | null {
  if (node.op === 'id' || node.op === '.') return flagOf(node, 'yes', isFlag)
  if (node.op === '!_') return flagOf(node.args, 'no', isFlag)
  if (!Object.hasOwn(FLIPPED, node.op)) return null
  const [left, right] = node.args as [ASTNode, ASTNode]
  const sized = sizeOf(left, right, node.op)
  if (sized) return sized
  const path = pathOf(left)
  if (path === undefined) {
    const other = pathOf(right)
    const literal = typedOf(left)
    const comparison = FLIPPED[node.op]
    return other === undefined || literal === undefined || comparison === undefined
      ? null
      : { path: other, comparison, other: { literal } }
  }
  if (isNull(right))
    return node.op === '!=' || node.op === '==' ? { path, comparison: node.op === '!=' ? 'filled' : 'missing' } : null
  if (right.op === 'value' && typeof right.args === 'boolean' && (node.op === '==' || node.op === '!='))
    return { path, comparison: (node.op === '==') === right.args ? 'yes' : 'no' }
  const comparison = node.op as Comparison
  const other = pathOf(right)
  if (other !== undefined) return { path, comparison, other: { path: other } }
  const literal = typedOf(right)
  return literal === undefined ? null : { path, comparison, other: { literal } }
}

function flagOf(node: ASTNode, comparison: 'yes' | 'no', isFlag: (path: string) => boolean): Clause | null {
  const path = pathOf(node)
  return path !== undefined && isFlag(path) ? { path, comparison } : null
}

/** `size(x) > 0` and `size(x) == 0`. */
function sizeOf(left: ASTNode, right: ASTNode, op: string): Clause | null {
  const list =
    left.op === 'call' && left.args[0] === 'size'
      ? left.args[1][0]
      : left.op === 'rcall' && left.args[0] === 'size'
        ? left.args[1]
        : undefined
  const path = list && pathOf(list)
  if (path === undefined || numberLiteral(right) !== 0) return null
  if (op === '>' || op === '!=') return { path, comparison: 'some' }
  return op === '==' ? { path, comparison: 'none' } : null
}

/** A literal as it is typed into the builder. */
function typedOf(node: ASTNode): string | undefined {
  const text = stringLiteral(node)
  if (text !== undefined) return text
  if (node.op === 'call' && node.args[0] === 'decimal') return stringLiteral(node.args[1][0])
  if (node.op === 'call' && node.args[0] === 'startOfDay') return stringLiteral(node.args[1][0])
  const number = numberLiteral(node)
  return number === undefined ? undefined : String(number)
}
