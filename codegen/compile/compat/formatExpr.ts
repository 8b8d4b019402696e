import type { Expr, Json } from '../../../src/core/program.ts'

/** The words of a text key; the key itself if it has none. */
export type TextLookup = (key: string) => string

const INFIX = new Set(['==', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '%', '&&', '||', 'in'])
const MACROS: Readonly<Record<string, string>> = {
  map_: 'map',
  filter: 'filter',
  all: 'all',
  exists: 'exists',
  sortBy: 'sortBy',
}
const NAMED_ROOTS = new Set(['data'])

/** A lowered expression in source syntax; a single text as its words in quotes. */
export function formatExpr(expr: Expr, textOf: TextLookup): string {
  if (Array.isArray(expr) && expr[0] === 't') return quote(textOf(String(expr[1])))
  return truncate(format(expr))
}

/** A value known at compile time. */
export function formatJson(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  return typeof value === 'string' ? quote(value) : truncate(JSON.stringify(value))
}

/** A text in double quotes, truncated to the length that a sentence has space for. */
export const quote = (text: string): string => `"${truncate(text)}"`

const MAX_LENGTH = 120
const truncate = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text)

function format(expr: Expr): string {
  if (!Array.isArray(expr)) return typeof expr === 'string' ? `'${expr}'` : String(expr)
  const [op, ...args] = expr as unknown as readonly [string, ...Expr[]]
  const [first = null, second = null, third = null] = args
  switch (op) {
    case 'v':
      return nameOf(first)
    case '@':
      return NAMED_ROOTS.has(String(first)) ? String(second) : `${String(first)}.${String(second)}`
    case '.':
      return `${parenthesize(first)}.${String(second)}`
    case '[]':
      return `${parenthesize(first)}[${format(second)}]`
    case 'has':
      return `has(${parenthesize(first)}.${String(second)})`
    case '?:':
      return `${parenthesize(first)} ? ${parenthesize(second)} : ${parenthesize(third)}`
    case '??':
      return `${parenthesize(first)}.orValue(${format(second)})`
    case '!':
      return `!${parenthesize(first)}`
    case 'neg':
    case 'dneg':
      return `-${parenthesize(first)}`
    case 'list':
      return `[${args.map(format).join(', ')}]`
    case 'map':
      return `{${pairs(args)
        .map(([name, value]) => `${format(name)}: ${format(value)}`)
        .join(', ')}}`
    case 't':
      return second === null ? `text(${format(first)})` : `text(${format(first)}, ${format(second)})`
    case 'f':
      return first === 'at'
        ? `${parenthesize(second)}[${format(third)}]`
        : `${String(first)}(${args.slice(1).map(format).join(', ')})`
    default:
      break
  }
  const macro = Object.hasOwn(MACROS, op) ? MACROS[op] : undefined
  if (macro !== undefined && args.length === 3)
    return `${parenthesize(first)}.${macro}(${nameOf(second)}, ${format(third)})`
  const infix = INFIX.has(op) ? op : op.slice(1)
  return `${parenthesize(first)} ${infix} ${parenthesize(second)}`
}

/** The name of a local; a parameter of a part without the part's id. */
const nameOf = (name: Expr): string => String(name).replace(/^.*:/, '')

/** Adds parentheses where the precedence of an enclosing operator requires them. */
function parenthesize(expr: Expr): string {
  const text = format(expr)
  return Array.isArray(expr) && (INFIX.has(expr[0]) || /^[ids][=!<>+\-*/]/.test(expr[0]) || expr[0] === '?:')
    ? `(${text})`
    : text
}

function pairs(flat: readonly Expr[]): [Expr, Expr][] {
  const out: [Expr, Expr][] = []
  for (let index = 0; index + 1 < flat.length; index += 2) out.push([flat[index] ?? null, flat[index + 1] ?? null])
  return out
}

/** "a, b and c". */
export function joinWords(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
}
