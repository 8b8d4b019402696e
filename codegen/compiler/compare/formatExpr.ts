import { hasError } from '../infer/types.ts'
import { excerpt } from '../source/findings/excerpt.ts'
import type { Expr, Json, Root } from '../../../src/engine/language/expressions/program.ts'
import { entriesOf, isOperation, operandsOf } from '../../../src/engine/language/expressions/visit.ts'
import type { ChangeParam } from './change.ts'

/** The words of a text key; the key itself if it has none. */
export type TextLookup = (key: string) => string

const NAMED_ROOTS: ReadonlySet<Root> = new Set(['data'])

/** A lowered expression in source syntax; a single text as its words in quotes. */
export function formatExpr(expr: Expr, textOf: TextLookup): string {
  const value = valueOfExpr(expr, textOf)
  return 'words' in value ? quote(value.words) : truncate(value.expression)
}

/** A lowered expression in source syntax; a single text as its words. */
export const valueOfExpr = (expr: Expr, textOf: TextLookup): { words: string } | { expression: string } =>
  isOperation(expr) && expr[0] === 't' ? { words: textOf(expr[1]) } : { expression: format(expr) }

/** A lowered expression that is true or false, in source syntax. */
export const conditionOf = (expr: Expr): { condition: string } => ({ condition: format(expr) })

/** A value known at compile time. */
export const valueOfJson = (json: Json | undefined): ChangeParam =>
  json === undefined ? { code: 'nothing' } : { json }

/** A text in double quotes, truncated to the length that a sentence has space for. */
export const quote = (text: string): string => `"${truncate(text)}"`

const MAX_LENGTH = 120
/** A text of the length that a sentence has space for; it ends with neither part of a word nor an operator. */
export const truncate = (text: string): string => excerpt(text, MAX_LENGTH)

function format(expr: Expr): string {
  if (!isOperation(expr)) return typeof expr === 'string' ? `'${expr}'` : String(expr)
  switch (expr[0]) {
    case 'v':
      return nameOf(expr[1])
    case '@':
      if (hasError(expr)) return 'null'
      return NAMED_ROOTS.has(expr[1]) ? expr[2] : `${expr[1]}.${expr[2]}`
    case '.':
      return `${parenthesize(expr[1])}.${expr[2]}`
    case '[]':
      return `${parenthesize(expr[1])}[${format(expr[2])}]`
    case 'has':
      return `has(${parenthesize(expr[1])}.${expr[2]})`
    case '?:':
      return `${parenthesize(expr[1])} ? ${parenthesize(expr[2])} : ${parenthesize(expr[3])}`
    case '??':
      return `${parenthesize(expr[1])}.orValue(${format(expr[2])})`
    case '!':
      return `!${parenthesize(expr[1])}`
    case 'neg':
    case 'dneg':
      return `-${parenthesize(expr[1])}`
    case 'list':
      return `[${operandsOf(expr).map(format).join(', ')}]`
    case 'map':
      return `{${entriesOf(expr)
        .map(([name, value]) => `${format(name)}: ${format(value)}`)
        .join(', ')}}`
    case 't':
      return expr[2] === undefined ? `text('${expr[1]}')` : `text('${expr[1]}', ${format(expr[2])})`
    case 'f': {
      const [, name, ...args] = expr
      const [first = null, second = null] = args
      return name === 'at' ? `${parenthesize(first)}[${format(second)}]` : `${name}(${args.map(format).join(', ')})`
    }
    case 'all':
    case 'exists':
    case 'filter':
    case 'sortBy':
    case 'map_':
      return `${parenthesize(expr[1])}.${expr[0].replace('_', '')}(${nameOf(expr[2])}, ${format(expr[3])})`
    default:
      return `${parenthesize(expr[1])} ${infixOf(expr[0])} ${parenthesize(expr[2])}`
  }
}

/** The operator of the source: the prefix names the kind of the operands. */
const infixOf = (operator: string): string => operator.replace(/^[dis](?=\W)/, '')

/** The name of a local; a parameter of a part without the part's id. */
const nameOf = (name: string): string => name.replace(/^.*:/, '')

/** Adds parentheses where the precedence of an enclosing operator requires them. */
const parenthesize = (expr: Expr): string =>
  isOperation(expr) && INFIX.test(expr[0]) ? `(${format(expr)})` : format(expr)

const INFIX = /^(\?:|&&|\|\||in|%|[dis]?([=!]=|[<>]=?|[-+*/]))$/

/** "a, b and c". */
export function joinWords(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
}
