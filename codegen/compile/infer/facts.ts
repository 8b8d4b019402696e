import { oneOf, tagValues } from '../types.ts'
import type { Type } from '../types.ts'
import { isNull, keyOf, numberLiteral, stringLiteral } from './ast.ts'
import type { ASTNode } from './ast.ts'

/** What a condition tells of one expression. */
export interface Fact {
  nonNull?: boolean
  nonZero?: boolean
  /** It is one of these strings. */
  only?: readonly string[]
  not?: readonly string[]
  /** Its field `tag` holds one of these. */
  tag?: { name: string; only?: readonly string[]; not?: readonly string[] }
}

/** By the key of the expression (see keyOf). */
export type Facts = ReadonlyMap<string, readonly Fact[]>

export const NOTHING: Facts = new Map()

export function fact(key: string, ...facts: Fact[]): Facts {
  return new Map([[key, facts]])
}

export function mergeFacts(a: Facts, b: Facts): Facts {
  if (a.size === 0) return b
  if (b.size === 0) return a
  const out = new Map(a)
  for (const [key, facts] of b) out.set(key, [...(out.get(key) ?? []), ...facts])
  return out
}

/** What holds when either did: only what both tell. */
function eitherFacts(a: Facts, b: Facts): Facts {
  const out = new Map<string, Fact[]>()
  for (const [key, left] of a) {
    const right = b.get(key)
    if (!right) continue
    const found: Fact = {}
    if (left.some((one) => one.nonNull) && right.some((one) => one.nonNull)) found.nonNull = true
    if (left.some((one) => one.nonZero) && right.some((one) => one.nonZero)) found.nonZero = true
    const [l, r] = [left.find((one) => one.only)?.only, right.find((one) => one.only)?.only]
    if (l && r) found.only = [...new Set([...l, ...r])]
    const [lt, rt] = [left.find((one) => one.tag?.only)?.tag, right.find((one) => one.tag?.only)?.tag]
    if (lt?.only && rt?.only && lt.name === rt.name) found.tag = { name: lt.name, only: [...new Set([...lt.only, ...rt.only])] }
    if (Object.keys(found).length > 0) out.set(key, [found])
  }
  return out
}

/** What is known once a condition has turned out `truth`. */
export function factsOf(node: ASTNode, truth: boolean): Facts {
  switch (node.op) {
    case '!_':
      return factsOf(node.args, !truth)
    case '&&':
    case '||': {
      const [left, right] = node.args
      const both = (node.op === '&&') === truth
      if (both) return mergeFacts(factsOf(left, truth), factsOf(right, truth))
      return eitherFacts(factsOf(left, truth), mergeFacts(factsOf(left, !truth), factsOf(right, truth)))
    }
    case '==':
    case '!=':
      return equality(node.args[0], node.args[1], (node.op === '==') === truth)
    case '<':
    case '<=':
    case '>':
    case '>=':
      return ordering(node.op, node.args[0], node.args[1], truth)
    case 'in': {
      const [value, list] = node.args
      if (list.op !== 'list') return NOTHING
      const words = list.args.map(stringLiteral)
      if (!words.every((word) => word !== undefined)) return truth ? fact(keyOf(value), { nonNull: true }) : NOTHING
      return among(value, truth ? { only: words } : { not: words }, truth)
    }
    case 'call':
      if (node.args[0] === 'has' && truth && node.args[1][0]) return fact(keyOf(node.args[1][0]), { nonNull: true })
      return NOTHING
    case 'id':
    case '.':
      return truth ? implied(keyOf(node)) : NOTHING
    default:
      return NOTHING
  }
}

/** The session's user is there exactly while somebody is logged in. */
const implied = (key: string): Facts =>
  key === LOGGED_IN ? mergeFacts(fact('session.user', { nonNull: true }), fact(LOGGED_IN, { nonNull: true })) : NOTHING

function equality(left: ASTNode, right: ASTNode, same: boolean): Facts {
  for (const [value, other] of [[left, right], [right, left]] as const) {
    if (isNull(other)) return same ? NOTHING : mergeFacts(fact(keyOf(value), { nonNull: true }), keyOf(value) === 'session.user' ? fact(LOGGED_IN, { nonNull: true }) : NOTHING)
    const word = stringLiteral(other)
    if (word !== undefined) return among(value, same ? { only: [word] } : { not: [word] }, same)
    if (numberLiteral(other) === 0 && !same) return mergeFacts(fact(keyOf(value), { nonZero: true }), sized(value))
    if (numberLiteral(other) !== undefined && same) return mergeFacts(fact(keyOf(value), { nonNull: true, nonZero: numberLiteral(other) !== 0 }), numberLiteral(other) === 0 ? NOTHING : sized(value))
    if (other.op === 'value' && typeof other.args === 'boolean' && same === other.args) return mergeFacts(factsOf(value, true), fact(keyOf(value), same ? { nonNull: true } : {}))
  }
  return NOTHING
}

function among(value: ASTNode, values: { only?: readonly string[]; not?: readonly string[] }, nonNull: boolean): Facts {
  const found = fact(keyOf(value), { ...values, ...(nonNull ? { nonNull } : {}) })
  return value.op === '.' ? mergeFacts(found, fact(keyOf(value.args[0]), { tag: { name: value.args[1], ...values } })) : found
}

/** A comparison with zero: a divisor is safe, and a list whose size is above it has a first item. */
function ordering(op: '<' | '<=' | '>' | '>=', left: ASTNode, right: ASTNode, truth: boolean): Facts {
  const flipped = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const
  const opposite = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const
  const holds = truth ? op : opposite[op]
  for (const [value, limit, as] of [[left, right, holds], [right, left, flipped[holds]]] as const) {
    const at = numberLiteral(limit)
    if (at === undefined) continue
    const away = (as === '>' && at >= 0) || (as === '>=' && at > 0) || (as === '<' && at <= 0) || (as === '<=' && at < 0)
    const filled = (as === '>' && at >= 0) || (as === '>=' && at > 0)
    if (away) return mergeFacts(fact(keyOf(value), { nonZero: true }), filled ? sized(value) : NOTHING)
  }
  return NOTHING
}

function sized(value: ASTNode): Facts {
  const list =
    value.op === 'call' && value.args[0] === 'size' ? value.args[1][0] : value.op === 'rcall' && value.args[0] === 'size' ? value.args[1] : undefined
  if (!list) return NOTHING
  const key = keyOf(list)
  return new Map(['[0]', '.first()', '.last()'].map((end) => [key + end, [{ nonNull: true }]]))
}

/** A type as far as facts narrow it. */
export function narrow(type: Type, facts: readonly Fact[] | undefined): Type {
  return facts ? facts.reduce(narrowOne, type) : type
}

function narrowOne(type: Type, known: Fact): Type {
  let now = type
  if (known.nonNull && now.k === 'nullable') now = now.of
  if (now.k === 'nullable') {
    const inner = narrowOne(now.of, { ...known, nonNull: false })
    return inner === now.of ? now : { k: 'nullable', of: inner }
  }
  if (now.k === 'string' && now.enum) {
    const left = now.enum.filter((value) => (known.only?.includes(value) ?? true) && !known.not?.includes(value))
    if (left.length > 0 && left.length < now.enum.length) now = { ...now, enum: left }
  } else if (now.k === 'string' && known.only) now = { ...now, ...oneOf(known.only), ...(now.format === undefined ? {} : { format: now.format }) } as Type
  if (now.k === 'union' && known.tag?.name === now.tag) {
    const { only, not } = known.tag
    const left = now.options.filter((option) => tagValues(option, known.tag?.name ?? '')?.some((value) => (only?.includes(value) ?? true) && !not?.includes(value)))
    if (left.length === 1 && left[0]) return left[0]
    if (left.length > 0) now = { ...now, options: left }
  }
  return now
}

export const isNonZero = (facts: Facts, key: string): boolean => facts.get(key)?.some((one) => one.nonZero) ?? false

export const LOGGED_IN = 'session.loggedIn'
export const saysLoggedIn = (facts: Facts): boolean => facts.has(LOGGED_IN)
/** What the access gate "login" makes known. */
export const LOGIN_FACTS: Facts = mergeFacts(fact('session.user', { nonNull: true }), fact(LOGGED_IN, { nonNull: true }))
