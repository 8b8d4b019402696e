import type { Signature } from '../../../src/engine/language/expressions/signature.ts'
import { mismatch } from '../lower/assign.ts'
import type { Mismatch } from '../lower/assign.ts'
import type { UnitEquality } from '../contract/unitRef.ts'
import { isEmptyItem, joinTypes } from './joinTypes.ts'
import { BOOL, EMPTY_LIST, NULL, NUMBER, WRONG, decimal, listOf, nullable, oneOf } from './types.ts'
import type { Type } from './types.ts'

/** A type as a signature writes it; variables are bound while arguments are matched. */
type Pattern =
  | { p: 'type'; type: Type }
  | { p: 'any' }
  | { p: 'unknown' }
  | { p: 'variable'; name: string }
  | { p: 'unitVariable'; name: string }
  | { p: 'named'; name: string }
  | { p: 'list' | 'map' | 'nullable'; of: Pattern }
  | { p: 'either'; options: Pattern[] }

const parsed = new Map<string, Pattern>()

function parsePattern(text: string): Pattern {
  const cached = parsed.get(text)
  if (cached) return cached
  const pattern = parse(text.trim())
  parsed.set(text, pattern)
  return pattern
}

function parse(text: string): Pattern {
  if (/^'\w+'(?:\|'\w+')*$/.test(text)) return { p: 'type', type: oneOf(text.replaceAll("'", '').split('|')) }
  const options = splitTop(text)
  if (options.length > 1) return { p: 'either', options: options.map(parse) }
  if (text.endsWith('?')) return { p: 'nullable', of: parse(text.slice(0, -1)) }
  const [, head = text, inside] = /^([A-Za-z]+)(?:<(.*)>)?$/.exec(text) ?? []
  switch (head) {
    case 'any':
      return { p: 'any' }
    case 'unknown':
      return { p: 'unknown' }
    case 'bool':
      return { p: 'type', type: BOOL }
    case 'number':
      return { p: 'type', type: NUMBER }
    case 'null':
      return { p: 'type', type: NULL }
    case 'int':
      return { p: 'type', type: { k: 'int', ...(inside === undefined ? {} : { unit: inside }) } }
    case 'string':
      return { p: 'type', type: { k: 'string', ...(inside === undefined ? {} : { format: inside }) } }
    case 'decimal':
      return inside !== undefined && /^[A-Z]$/.test(inside)
        ? { p: 'unitVariable', name: inside }
        : { p: 'type', type: decimal(inside ?? 'none') }
    case 'list':
      return { p: 'list', of: parse(inside ?? 'any') }
    case 'map':
      return { p: 'map', of: parse(inside ?? 'any') }
    default:
      return /^[A-Z]$/.test(head) ? { p: 'variable', name: head } : { p: 'named', name: head }
  }
}

function splitTop(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '<') depth += 1
    else if (text[at] === '>') depth -= 1
    else if (text[at] === '|' && depth === 0) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  parts.push(text.slice(from))
  return parts
}

export type TypeLookup = (name: string) => Type | undefined

/** Bindings of the matched arguments, and the equality of identities. */
class Bindings extends Map<string, Type> {
  constructor(readonly agree: UnitEquality) {
    super()
  }
}

/** Matches arguments with a signature: the result's type, or the first argument that does not fit. */
export function matchArguments(
  signature: Signature,
  args: readonly Type[],
  named: TypeLookup,
  agree: UnitEquality,
): { result: Type } | { index: number; problem: Mismatch } {
  const bound = new Bindings(agree)
  for (const [index, type] of args.entries()) {
    const problem = match(type, parsePattern(signature.params[index] ?? 'any'), bound, named)
    if (problem) return { index, problem }
  }
  return { result: build(parsePattern(signature.result), bound, named) }
}

function match(type: Type, pattern: Pattern, bound: Bindings, named: TypeLookup): Mismatch | undefined {
  if (type.k === 'wrong') return undefined
  switch (pattern.p) {
    case 'any':
      return type.k === 'unknown' ? { event: 'untypedArgument', why: type.why } : undefined
    case 'unknown':
      return type.k === 'unknown' ? undefined : mismatch(type, BOOL)
    case 'nullable':
      return type.k === 'null' ? undefined : match(type.k === 'nullable' ? type.of : type, pattern.of, bound, named)
    case 'variable':
      return bind(pattern.name, type, bound)
    case 'unitVariable':
      return mismatch(type, decimal('any')) ?? bind(pattern.name, type, bound)
    case 'list':
    case 'map':
      if (
        type.k === pattern.p &&
        pattern.of.p === 'unitVariable' &&
        type.of.k === 'decimal' &&
        type.of.of?.id === 'lost'
      )
        return { event: 'mixedAmounts' }
      if (type.k === pattern.p) return pattern.of.p === 'any' ? undefined : match(type.of, pattern.of, bound, named)
      if (pattern.p === 'map' && type.k === 'object') return undefined
      return mismatch(type, { k: pattern.p, of: pattern.of.p === 'variable' ? WRONG : build(pattern.of, bound, named) })
    case 'either': {
      const problems = pattern.options.map((option) => match(type, option, bound, named))
      if (problems.includes(undefined)) return undefined
      return problems.find((problem) => !problem?.isOtherType) ?? problems[0]
    }
    default:
      return mismatch(type, build(pattern, bound, named))
  }
}

function bind(name: string, type: Type, bound: Bindings): Mismatch | undefined {
  const before = bound.get(name)
  if (!before || isEmptyItem(before)) {
    bound.set(name, type)
    return undefined
  }
  if (isEmptyItem(type)) return undefined
  const joined = joinTypes(before, type, bound.agree)
  if (!joined) return mismatch(type, before, { agree: bound.agree }) ?? mismatch(before, type, { agree: bound.agree })
  bound.set(name, joined)
  return undefined
}

function build(pattern: Pattern, bound: Bindings, named: TypeLookup): Type {
  switch (pattern.p) {
    case 'type':
      return pattern.type
    // Only an item of an empty list leaves a variable unbound: the result is empty, or a decimal 0 of any unit.
    case 'variable':
      return bound.get(pattern.name) ?? { k: 'unknown', why: EMPTY_LIST }
    case 'unitVariable': {
      const unit = bound.get(pattern.name)
      return unit && !isEmptyItem(unit) ? unit : { k: 'decimal', unit: 'none', literal: true }
    }
    case 'named':
      return named(pattern.name) ?? WRONG
    case 'list':
      return listOf(build(pattern.of, bound, named))
    case 'map':
      return { k: 'map', of: build(pattern.of, bound, named) }
    case 'nullable':
      return nullable(build(pattern.of, bound, named))
    case 'either':
      return build(pattern.options[0] ?? { p: 'any' }, bound, named)
    default:
      return { k: 'unknown', why: 'it may be anything' }
  }
}
