import type { Expr, Json } from '../../../src/core/program.ts'

/** The words a text key stands for; the key itself where there are none. */
export type Lookup = (key: string) => string

const INFIX = new Set(['==', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '%', '&&', '||', 'in'])
const MACROS: Readonly<Record<string, string>> = { map_: 'map', filter: 'filter', all: 'all', exists: 'exists', sortBy: 'sortBy' }
const NAMED_ROOTS = new Set(['data'])

/** A lowered expression as its author would write it; a text that stands alone in its words, in quotes. */
export function sayExpr(expr: Expr, words: Lookup): string {
  if (Array.isArray(expr) && expr[0] === 't') return quote(words(String(expr[1])))
  return short(say(expr))
}

/** A value known at compile time. */
export function sayJson(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  return typeof value === 'string' ? quote(value) : short(JSON.stringify(value))
}

export const quote = (text: string): string => `"${short(text)}"`

const LONGEST = 120
const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text)

function say(expr: Expr): string {
  if (!Array.isArray(expr)) return typeof expr === 'string' ? `'${expr}'` : String(expr)
  const [op, ...args] = expr as unknown as readonly [string, ...Expr[]]
  const [first = null, second = null, third = null] = args
  switch (op) {
    case 'v': return nameOf(first)
    case '@': return NAMED_ROOTS.has(String(first)) ? String(second) : `${String(first)}.${String(second)}`
    case '.': return `${tight(first)}.${String(second)}`
    case '[]': return `${tight(first)}[${say(second)}]`
    case 'has': return `has(${tight(first)}.${String(second)})`
    case '?:': return `${tight(first)} ? ${tight(second)} : ${tight(third)}`
    case '??': return `${tight(first)}.orValue(${say(second)})`
    case '!': return `!${tight(first)}`
    case 'neg': case 'dneg': return `-${tight(first)}`
    case 'list': return `[${args.map(say).join(', ')}]`
    case 'map': return `{${pairs(args).map(([name, value]) => `${say(name)}: ${say(value)}`).join(', ')}}`
    case 't': return second === null ? `text(${say(first)})` : `text(${say(first)}, ${say(second)})`
    case 'f': return first === 'at' ? `${tight(second)}[${say(third)}]` : `${String(first)}(${args.slice(1).map(say).join(', ')})`
    default: break
  }
  const macro = Object.hasOwn(MACROS, op) ? MACROS[op] : undefined
  if (macro !== undefined && args.length === 3) return `${tight(first)}.${macro}(${nameOf(second)}, ${say(third)})`
  const infix = INFIX.has(op) ? op : op.slice(1)
  return `${tight(first)} ${infix} ${tight(second)}`
}

/** The name of a local; a parameter of a part without the part's id. */
const nameOf = (name: Expr): string => String(name).replace(/^.*:/, '')

/** With brackets round what would fall apart beside another operator. */
function tight(expr: Expr): string {
  const text = say(expr)
  return Array.isArray(expr) && (INFIX.has(expr[0]) || /^[ids][=!<>+\-*/]/.test(expr[0]) || expr[0] === '?:') ? `(${text})` : text
}

function pairs(flat: readonly Expr[]): [Expr, Expr][] {
  const out: [Expr, Expr][] = []
  for (let index = 0; index + 1 < flat.length; index += 2) out.push([flat[index] ?? null, flat[index + 1] ?? null])
  return out
}

/** "a, b and c". */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
}
