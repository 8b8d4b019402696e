import type { AccessRule } from '../../../src/engine/language/plugin.ts'
import { equalityBy, sameUnitRef, valueUnitRef } from '../contract/unitRef.ts'
import type { UnitEquality } from '../contract/unitRef.ts'
import { numbersOf, oneOf, readField, unitRefOfText, tagValues } from './types.ts'
import type { Field, ObjectType, StringType, Type } from './types.ts'
import { isNull, numberLiteral, stringLiteral } from './ast.ts'
import type { ASTNode } from './ast.ts'
import { keyOf, memberKey, pathKey, readsPath, sameKey } from './astKey.ts'
import type { AstKey } from './astKey.ts'
import { hull, intersect, numbersThat, only, wholeNumbers } from './interval.ts'
import type { Interval, Ordering } from './interval.ts'
import { withKnownFields } from './unitRefs.ts'

/** Narrowing fact about one expression. */
export interface Fact {
  nonNull?: boolean
  nonZero?: boolean
  /** A list with at least one item. */
  nonEmpty?: boolean
  /** A list without items. */
  empty?: boolean
  /** It is one of these strings. */
  only?: readonly string[]
  not?: readonly string[]
  /** It is this number. */
  number?: number
  /** It is one of these numbers. */
  range?: Interval
  /** It is a condition with this result. */
  result?: boolean
  /** A boolean that is true. */
  isTrue?: boolean
  /** It equals another expression. */
  same?: AstKey
  /** Its field `tag` has one of these values. */
  tag?: { name: string; only?: readonly string[]; not?: readonly string[] }
}

/** Facts about one expression. */
export interface KnownExpression {
  readonly key: AstKey
  readonly facts: readonly Fact[]
}

/** By the text of the key. */
export type Facts = ReadonlyMap<string, KnownExpression>

export const NO_FACTS: Facts = new Map()

/** Facts about one expression. */
export function fact(key: AstKey, ...facts: Fact[]): Facts {
  return new Map([[key.text, { key, facts }]])
}

/** The facts about the expression with this key. */
export const factsAbout = (facts: Facts, key: AstKey): readonly Fact[] | undefined => facts.get(key.text)?.facts

/** All facts of both: those of a conjunction. */
export function mergeFacts(a: Facts, b: Facts): Facts {
  if (a.size === 0) return b
  if (b.size === 0) return a
  const out = new Map(a)
  for (const [text, { key, facts }] of b) out.set(text, { key, facts: [...(out.get(text)?.facts ?? []), ...facts] })
  return out
}

/** Facts of a disjunction: those that both sides imply. */
function eitherFacts(a: Facts, b: Facts): Facts {
  const out = new Map<string, KnownExpression>()
  for (const [text, { key, facts: left }] of a) {
    const right = b.get(text)?.facts
    if (!right) continue
    const common: Fact = {}
    if (left.some((fact) => fact.nonNull) && right.some((fact) => fact.nonNull)) common.nonNull = true
    if (left.some((fact) => fact.nonZero) && right.some((fact) => fact.nonZero)) common.nonZero = true
    if (left.some((fact) => fact.nonEmpty) && right.some((fact) => fact.nonEmpty)) common.nonEmpty = true
    if (left.some((fact) => fact.isTrue) && right.some((fact) => fact.isTrue)) common.isTrue = true
    const [l, r] = [left.find((fact) => fact.only)?.only, right.find((fact) => fact.only)?.only]
    if (l && r) common.only = [...new Set([...l, ...r])]
    const number = left.find(
      (fact) => fact.number !== undefined && right.some((other) => other.number === fact.number),
    )?.number
    if (number !== undefined) common.number = number
    const [low, high] = [rangeIn(left), rangeIn(right)]
    if (low && high) common.range = hull(low, high)
    const same = left.find((fact) =>
      right.some((other) => fact.same && other.same && sameKey(fact.same, other.same)),
    )?.same
    if (same) common.same = same
    const [lt, rt] = [left.find((fact) => fact.tag?.only)?.tag, right.find((fact) => fact.tag?.only)?.tag]
    if (lt?.only && rt?.only && lt.name === rt.name)
      common.tag = { name: lt.name, only: [...new Set([...lt.only, ...rt.only])] }
    if (Object.keys(common).length > 0) out.set(text, { key, facts: [common] })
  }
  return out
}

/** The numbers that all facts about an expression leave; undefined if none is about numbers. */
function rangeIn(facts: readonly Fact[]): Interval | undefined {
  const ranges = facts.flatMap(({ number, range }) => (number === undefined ? (range ?? []) : only(number)))
  return ranges.length === 0 ? undefined : ranges.reduce(intersect)
}

/** Facts implied by a condition whose value is `truth`. */
export function factsOf(node: ASTNode, truth: boolean): Facts {
  return mergeFacts(impliedBy(node, truth), resultFacts(node, truth))
}

function resultFacts(node: ASTNode, truth: boolean): Facts {
  if (consistsOfProved(node, truth)) return NO_FACTS
  const condition = conditionKey(node)
  return condition ? fact(condition.key, { result: truth !== condition.negated }) : NO_FACTS
}

/** Whether the value of a condition proves the values of both its parts, which then are the facts. */
const consistsOfProved = ({ op }: ASTNode, truth: boolean): boolean => (op === '&&' && truth) || (op === '||' && !truth)

/** The identity of a condition: `a != b` is the negation of `a == b`. Undefined for literals, a negation, ?: and has(). */
function conditionKey(node: ASTNode): { key: AstKey; negated: boolean } | undefined {
  if (node.op === '!=') {
    const [left, right] = node.args.map(keyOf)
    return left && right
      ? { key: { text: `(${left.text}==${right.text})`, reads: [...left.reads, ...right.reads] }, negated: true }
      : undefined
  }
  if (node.op === '!_' || node.op === '?:' || node.op === 'value') return undefined
  if (node.op === 'call' && node.args[0] === 'has') return undefined
  return { key: keyOf(node), negated: false }
}

/** The result that the conditions around a condition prove; undefined if they prove none. */
export function provedResult(node: ASTNode, facts: Facts): boolean | undefined {
  if (facts.size === 0) return undefined
  const condition = conditionKey(node)
  const result = condition && factsAbout(facts, condition.key)?.find((item) => item.result !== undefined)?.result
  return result === undefined ? undefined : result !== condition?.negated
}

/** The numbers that an expression can be: by its type, and with the facts about it. */
export function numbersOfExpr(node: ASTNode, type: Type, facts: Facts): Interval {
  const literal = numberLiteral(node)
  if (literal !== undefined) return only(literal)
  const known = factsAbout(facts, keyOf(node)) ?? []
  const byFacts = rangeIn(known)
  const all = byFacts ? intersect(numbersOf(type), byFacts) : numbersOf(type)
  if (type.k !== 'int') return all
  const { min, max } = wholeNumbers(all)
  const list = sizedList(node)
  const isNotZero = known.some((item) => item.nonZero) || (list !== undefined && isNonEmpty(facts, keyOf(list)))
  return { min: isNotZero && min === 0 ? 1 : min, max: isNotZero && max === 0 ? -1 : max }
}

function impliedBy(node: ASTNode, truth: boolean): Facts {
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
      return equalityFacts(node.args[0], node.args[1], (node.op === '==') === truth)
    case '<':
    case '<=':
    case '>':
    case '>=':
      return orderingFacts(node.op, node.args[0], node.args[1], truth)
    case 'in': {
      const [value, list] = node.args
      if (list.op !== 'list') return NO_FACTS
      const literals = list.args.map(stringLiteral)
      if (!literals.every((literal) => literal !== undefined))
        return truth && list.args.every(isNonNullLiteral) ? fact(keyOf(value), { nonNull: true }) : NO_FACTS
      return memberFacts(value, truth ? { only: literals } : { not: literals }, truth)
    }
    case 'call':
      if (node.args[0] === 'has' && truth && node.args[1][0]) return fact(keyOf(node.args[1][0]), { nonNull: true })
      return NO_FACTS
    case 'id':
    case '.':
      return truth ? impliedFacts(keyOf(node)) : NO_FACTS
    default:
      return NO_FACTS
  }
}

/** Facts of a boolean that is true. The session's user is not null exactly while the session is logged in. */
const impliedFacts = (key: AstKey): Facts => (sameKey(key, LOGGED_IN) ? LOGIN_FACTS : fact(key, { isTrue: true }))

function equalityFacts(left: ASTNode, right: ASTNode, same: boolean): Facts {
  for (const [value, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (isNull(other))
      return same
        ? NO_FACTS
        : mergeFacts(
            fact(keyOf(value), { nonNull: true }),
            sameKey(keyOf(value), USER) ? fact(LOGGED_IN, { nonNull: true }) : NO_FACTS,
          )
    const literal = stringLiteral(other)
    if (literal !== undefined) return memberFacts(value, same ? { only: [literal] } : { not: [literal] }, same)
    if (numberLiteral(other) === 0 && !same) return mergeFacts(fact(keyOf(value), { nonZero: true }), sizeFacts(value))
    const number = numberLiteral(other)
    if (number !== undefined && same)
      return mergeFacts(
        fact(keyOf(value), { nonNull: true, nonZero: number !== 0, number }),
        number === 0 ? emptyFacts(value) : sizeFacts(value),
      )
    if (other.op === 'value' && typeof other.args === 'boolean' && same === other.args)
      return mergeFacts(factsOf(value, true), fact(keyOf(value), same ? { nonNull: true } : {}))
  }
  if (!same) return NO_FACTS
  const [a, b] = [keyOf(left), keyOf(right)]
  return mergeFacts(fact(a, { same: b }), fact(b, { same: a }))
}

function memberFacts(
  value: ASTNode,
  values: { only?: readonly string[]; not?: readonly string[] },
  nonNull: boolean,
): Facts {
  const valueFacts = fact(keyOf(value), { ...values, ...(nonNull ? { nonNull } : {}) })
  return value.op === '.'
    ? mergeFacts(valueFacts, fact(keyOf(value.args[0]), { tag: { name: value.args[1], ...values } }))
    : valueFacts
}

/** A comparison with zero: a divisor is safe, and a list whose size is above it has a first item. */
function orderingFacts(op: Ordering, left: ASTNode, right: ASTNode, truth: boolean): Facts {
  const flipped = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const
  const opposite = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const
  const operator = truth ? op : opposite[op]
  for (const [value, limit, as] of [
    [left, right, operator],
    [right, left, flipped[operator]],
  ] as const) {
    const at = numberLiteral(limit)
    if (at === undefined) continue
    const isNonZero =
      (as === '>' && at >= 0) || (as === '>=' && at > 0) || (as === '<' && at <= 0) || (as === '<=' && at < 0)
    const isPositive = (as === '>' && at >= 0) || (as === '>=' && at > 0)
    return mergeFacts(
      fact(keyOf(value), { range: numbersThat(as, at), ...(isNonZero ? { nonZero: true } : {}) }),
      isPositive
        ? sizeFacts(value)
        : (as === '<' && at === 1) || (as === '<=' && at === 0)
          ? emptyFacts(value)
          : NO_FACTS,
    )
  }
  return NO_FACTS
}

/** The list of which an expression is the size. */
export function sizedList(value: ASTNode): ASTNode | undefined {
  if (value.op === 'call' && value.args[0] === 'size') return value.args[1][0]
  return value.op === 'rcall' && value.args[0] === 'size' ? value.args[1] : undefined
}

function sizeFacts(value: ASTNode): Facts {
  const list = sizedList(value)
  if (!list) return NO_FACTS
  return fact(keyOf(list), { nonEmpty: true })
}

function emptyFacts(value: ASTNode): Facts {
  const list = sizedList(value)
  return list ? fact(keyOf(list), { empty: true }) : NO_FACTS
}

/** A type narrowed by facts. */
export function narrow(type: Type, facts: readonly Fact[] | undefined): Type {
  return facts ? facts.reduce(narrowOne, type) : type
}

function narrowOne(type: Type, known: Fact): Type {
  let narrowed = type
  if (known.nonNull && narrowed.k === 'nullable') narrowed = narrowed.of
  if (narrowed.k === 'nullable') {
    const inner = narrowOne(narrowed.of, { ...known, nonNull: false })
    return inner === narrowed.of ? narrowed : { k: 'nullable', of: inner }
  }
  if (narrowed.k === 'string' && narrowed.enum) {
    const remaining = narrowed.enum.filter(
      (value) => (known.only?.includes(value) ?? true) && !known.not?.includes(value),
    )
    if (remaining.length > 0 && remaining.length < narrowed.enum.length) narrowed = { ...narrowed, enum: remaining }
  } else if (narrowed.k === 'string' && known.only)
    narrowed = {
      ...narrowed,
      ...oneOf(known.only),
      ...(narrowed.format === undefined ? {} : { format: narrowed.format }),
    } as Type
  if (narrowed.k === 'union' && known.tag?.name === narrowed.tag) {
    const { only, not } = known.tag
    const remaining = narrowed.options.filter((option) =>
      tagValues(option, known.tag?.name ?? '')?.some(
        (value) => (only?.includes(value) ?? true) && !not?.includes(value),
      ),
    )
    if (remaining.length === 1 && remaining[0]) return remaining[0]
    if (remaining.length > 0) narrowed = { ...narrowed, options: remaining }
  }
  return narrowed
}

/** Equality of unit references under facts. */
export function unitEqualityUnder(facts: Facts): UnitEquality {
  return facts.size === 0 ? sameUnitRef : equalityBy((key) => representative(key, facts))
}

/** Representative of the equality class of an expression: its literal, or the first of the texts of its keys. */
function representative({ text }: AstKey, facts: Facts): string {
  const equal = new Set([text])
  let first = text
  for (const item of equal) {
    if (item < first) first = item
    for (const known of facts.get(item)?.facts ?? []) {
      if (known.only?.length === 1) return JSON.stringify(known.only[0])
      if (known.same) equal.add(known.same.text)
    }
  }
  return first
}

/** The items of a list that have passed a test on the variable `name`. */
export function narrowItems(type: Type, facts: Facts, name: string): Type {
  const variable = pathKey(name)
  const item = narrow(type, factsAbout(facts, variable))
  if (item.k !== 'object') return item
  const known = new Map<string, StringType>()
  let fields: Map<string, Field> | undefined
  for (const [fieldName, field] of item.fields) {
    const fact = factsAbout(facts, memberKey(variable, fieldName))
    if (!fact) continue
    const type = narrow(readField(field), fact)
    if (type.k === 'string') {
      const other = fact.find(({ same }) => same && !readsPath(same, [name]))?.same
      if (other || unitRefOfText(type)) known.set(fieldName, other ? { ...type, unitRef: valueUnitRef(other) } : type)
    }
    if (type !== readField(field)) (fields ??= new Map(item.fields)).set(fieldName, { ...field, type, optional: false })
  }
  if (known.size === 0 && !fields) return item
  return withKnownFields(fields ? { ...withoutFields(item), fields } : item, known)
}

const withoutFields = ({ k, closed, name, inferred, known, outer }: ObjectType): Omit<ObjectType, 'fields'> => ({
  k,
  closed,
  ...(name === undefined ? {} : { name }),
  ...(inferred ? { inferred } : {}),
  ...(known ? { known } : {}),
  ...(outer ? { outer } : {}),
})

/** A literal other than null: a member of a list of these is not null. */
const isNonNullLiteral = (node: ASTNode): boolean => node.op === 'value' && node.args !== null

/** Whether the list with this key is proved to have an item. */
export const isNonEmpty = (facts: Facts, key: AstKey): boolean =>
  factsAbout(facts, key)?.some((item) => item.nonEmpty) ?? false
/** Whether the number with this key is proved to differ from zero. */
export const isNonZero = (facts: Facts, key: AstKey): boolean =>
  factsAbout(facts, key)?.some((item) => item.nonZero) ?? false
/** Whether the value with this key is proved not to be null. */
export const isNonNull = (facts: Facts, key: AstKey): boolean =>
  factsAbout(facts, key)?.some((item) => item.nonNull) ?? false

const LOGGED_IN = pathKey('session', 'loggedIn')
const USER = pathKey('session', 'user')
/** Whether facts prove an access rule: a session, or the rule's condition on the user. */
export function provesRule(accessRule: string, condition: AccessRule['condition'], facts: Facts): boolean {
  if (accessRule === 'login') return isNonNull(facts, LOGGED_IN)
  return (
    condition !== undefined &&
    isNonNull(facts, LOGGED_IN) &&
    (factsAbout(facts, memberKey(USER, condition.field))?.some(({ number, isTrue }) =>
      condition.equals === true ? isTrue === true : number === condition.equals,
    ) ??
      false)
  )
}
/** Facts implied by the access rule "login". */
export const LOGIN_FACTS: Facts = mergeFacts(fact(USER, { nonNull: true }), fact(LOGGED_IN, { nonNull: true }))
