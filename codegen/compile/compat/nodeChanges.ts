import type { Expr, Json, Node, Step } from '../../../src/core/program.ts'
import { canonical } from '../../../src/core/sha256.ts'
import { align } from './align.ts'
import { listed, quote, sayExpr, sayJson } from './formatExpr.ts'
import type { Lookup } from './formatExpr.ts'

/** The words and routes of the two sides that are compared. */
export interface Tongue {
  before: Lookup
  after: Lookup
  /** The screen at a route, as people call it; undefined when a text is no route. */
  screenAt(route: string): string | undefined
}

interface Found {
  details: string[]
  added: Node[]
  removed: Node[]
}

/** What differs between two trees of nodes, a sentence each, in the order of the tree. */
export function nodeChanges(before: readonly Node[], after: readonly Node[], tongue: Tongue): string[] {
  const found: Found = { details: [], added: [], removed: [] }
  lists(before, after, tongue, found)
  const movedTo = new Map<Node, Node>()
  for (const one of found.added) {
    const from = found.removed.find((other) => same(other, one) && ![...movedTo.values()].includes(other))
    if (from) movedTo.set(one, from)
  }
  const gone = found.removed.filter((one) => ![...movedTo.values()].includes(one))
  return [
    ...gone.map((one) => `${nodeName(one, tongue.before)} is gone.`),
    ...found.added.map((one) => {
      const from = movedTo.get(one)
      return from ? `${nodeName(one, tongue.after)} has moved here from ${from.at}.` : `${nodeName(one, tongue.after)} is new.`
    }),
    ...found.details,
  ]
}

function lists(before: readonly Node[], after: readonly Node[], tongue: Tongue, found: Found): void {
  for (const pair of align(before, after, likeness)) {
    if (pair.before && pair.after) node(pair.before, pair.after, tongue, found)
    else if (pair.before) found.removed.push(pair.before)
    else if (pair.after) found.added.push(pair.after)
  }
}

const LABELS = ['label', 'title', 'text', 'name', 'form', 'call', 'icon'] as const

/** "The Button "Submit" (body/4)": a node by what it shows and where it stands. */
function nodeName(node: Node, words: Lookup): string {
  for (const label of LABELS) {
    const value = node.props?.[label] ?? node.exprs?.[label]
    if (value === undefined || value === null) continue
    const isText = Array.isArray(value) && value[0] === 't'
    return `The ${node.widget} ${isText || typeof value !== 'string' ? sayExpr(value as Expr, words) : quote(value)} (${node.at})`
  }
  return `The ${node.widget} (${node.at})`
}

/** The same wherever it stands. */
const shorn = new WeakMap<object, string>()
function content(value: Node | Step): string {
  const made = shorn.get(value) ?? canonical(withoutPlace(value))
  shorn.set(value, made)
  return made
}
const same = (a: Node | Step, b: Node | Step): boolean => content(a) === content(b)

function withoutPlace(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlace)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).flatMap(([name, held]) => (name === 'at' && typeof held === 'string' ? [] : [[name, withoutPlace(held)]])))
}

function likeness(a: Node, b: Node): number {
  if (a.widget !== b.widget) return 0
  if (same(a, b)) return 8
  const label = LABELS.find((name) => a.props?.[name] !== undefined || a.exprs?.[name] !== undefined)
  return 1 + (label !== undefined && equal(valueOf(a, label), valueOf(b, label)) ? 4 : 0) + (equal(a.slots, b.slots) ? 1 : 0) + (a.at === b.at ? 1 : 0)
}

const valueOf = (node: Pick<Node, 'props' | 'exprs'>, name: string): Json | Expr | undefined => node.props?.[name] ?? node.exprs?.[name]
const equal = (a: unknown, b: unknown): boolean => a === b || (a !== undefined && b !== undefined && canonical(a) === canonical(b))

function node(before: Node, after: Node, tongue: Tongue, found: Found): void {
  if (same(before, after)) return
  const who = nodeName(after, tongue.after)
  const tell = (text: string): void => void found.details.push(`${who}${text}`)
  values(named(before), named(after), tongue, (name) => `its ${name}`, tell)
  values(before.let ?? {}, after.let ?? {}, tongue, (name) => `the parameter ${name.replace(/^.*:/, '')}`, tell)
  condition('is shown', before.when, after.when, tongue, tell)
  if (!equal(before.each?.in, after.each?.in)) tell(after.each ? ` now repeats for each of ${sayExpr(after.each.in, tongue.after)}${before.each ? ` instead of ${sayExpr(before.each.in, tongue.before)}` : ''}.` : ' no longer repeats.')
  else if (!equal(before.each?.key, after.each?.key)) tell(' tells its rows apart by another key.')
  if (before.needs !== after.needs) tell(after.needs === undefined ? ` no longer waits for "${before.needs ?? ''}".` : ` now waits for "${after.needs}".`)
  if (!equal(before.loading?.map(content), after.loading?.map(content))) tell(after.loading ? ' has another look while it waits.' : ' has no look of its own any more while it waits.')
  if (!equal(before.tells, after.tells)) tell(after.tells === undefined ? ' no longer tells when data could not be fetched.' : ` now tells when ${listed(after.tells.map(quote))} could not be fetched.`)
  if (!equal(before.fallback && content(before.fallback), after.fallback && content(after.fallback))) tell(after.fallback ? ' has another fallback.' : ' has no fallback any more.')
  for (const event of names(before.on, after.on)) {
    for (const one of stepChanges(before.on?.[event] ?? [], after.on?.[event] ?? [], tongue)) tell(`, on ${event}: ${one}`)
  }
  for (const slot of names(before.slots, after.slots)) lists(before.slots?.[slot] ?? [], after.slots?.[slot] ?? [], tongue, found)
}

type Values = Readonly<Record<string, { json: Json } | { expr: Expr }>> | Readonly<Record<string, Expr>>
const named = ({ props = {}, exprs = {} }: Pick<Node, 'props' | 'exprs'>): Record<string, { json: Json } | { expr: Expr }> =>
  Object.fromEntries([...Object.entries(props).map(([name, json]) => [name, { json }] as const), ...Object.entries(exprs).map(([name, expr]) => [name, { expr }] as const)])

const names = (...held: (Readonly<Record<string, unknown>> | undefined)[]): string[] => [...new Set(held.flatMap((one) => Object.keys(one ?? {})))]

function sayValue(value: Values[string] | undefined, words: Lookup): string {
  if (value !== null && typeof value === 'object' && 'json' in value) return sayJson(value.json)
  return sayExpr(value !== null && typeof value === 'object' && 'expr' in value ? value.expr : (value as Expr), words)
}

function values(before: Values, after: Values, tongue: Tongue, name: (key: string) => string, tell: (text: string) => void): void {
  for (const key of names(before, after)) {
    if (equal(before[key], after[key])) continue
    if (!Object.hasOwn(after, key)) tell(`: ${name(key)} is no longer given; it was ${sayValue(before[key], tongue.before)}.`)
    else if (!Object.hasOwn(before, key)) tell(`: ${name(key)} is now ${sayValue(after[key], tongue.after)}.`)
    else tell(`: ${name(key)} is now ${sayValue(after[key], tongue.after)} instead of ${sayValue(before[key], tongue.before)}.`)
  }
}

/** "is now shown only when …". */
export function condition(what: string, before: Expr | undefined, after: Expr | undefined, tongue: Tongue, tell: (text: string) => void): void {
  if (equal(before, after)) return
  const [verb, ...rest] = what.split(' ')
  if (after === undefined) tell(` ${verb ?? ''} now ${rest.join(' ')} always; before only when ${sayExpr(before ?? null, tongue.before)}.`)
  else tell(` ${verb ?? ''} now ${rest.join(' ')} only when ${sayExpr(after, tongue.after)}${before === undefined ? '' : `; before when ${sayExpr(before, tongue.before)}`}.`)
}

/** What differs between two rows of steps, a sentence each. */
export function stepChanges(before: readonly Step[], after: readonly Step[], tongue: Tongue): string[] {
  return align(before, after, stepLikeness).flatMap((pair) => {
    if (pair.before && pair.after) return step(pair.before, pair.after, tongue)
    return pair.before ? [`it no longer does ${sayStep(pair.before, tongue)}.`] : [`it now also does ${sayStep(pair.after, tongue)}.`]
  })
}

function stepLikeness(a: Step, b: Step): number {
  if (a.do !== b.do) return 0
  if (same(a, b)) return 8
  return equal(a.args, b.args) ? 4 : 1
}

/** "navigate to "Detail" (/detail)", "call wallet/out", "toast "Saved"". */
function sayStep({ do: action, args = {}, exprs = {} }: Step, { screenAt, after }: Tongue): string {
  const first = Object.values(args).find((value) => typeof value === 'string')
  const shown = Object.values(exprs).find((expr) => Array.isArray(expr) && expr[0] === 't')
  if (typeof first !== 'string') return shown === undefined ? action : `${action} ${sayExpr(shown, after)}`
  const screen = screenAt(first)
  return screen === undefined ? `${action} ${first}` : `${action} to ${screen}`
}

function step(before: Step, after: Step, tongue: Tongue): string[] {
  if (same(before, after)) return []
  const out: string[] = []
  const leads = names(before.args, after.args).filter((name) => {
    const [from, to] = [before.args?.[name], after.args?.[name]]
    if (typeof from !== 'string' || typeof to !== 'string' || from === to || tongue.screenAt(from) === undefined || tongue.screenAt(to) === undefined) return false
    out.push(`it now leads to ${tongue.screenAt(to) ?? ''} instead of ${tongue.screenAt(from) ?? ''}.`)
    return true
  })
  const rest = (one: Step): Values => Object.fromEntries(Object.entries(named({ ...(one.args ? { props: one.args } : {}), ...(one.exprs ? { exprs: one.exprs } : {}) })).filter(([name]) => !leads.includes(name)))
  values(rest(before), rest(after), tongue, (name) => `the ${name} of ${sayStep(after, tongue)}`, (text) => out.push(text.replace(/^: /, '')))
  for (const branch of names(before.branches, after.branches)) {
    for (const one of stepChanges(before.branches?.[branch] ?? [], after.branches?.[branch] ?? [], tongue)) out.push(`after ${sayStep(after, tongue)}, in ${branch}: ${one}`)
  }
  for (const slot of names(before.slots, after.slots)) out.push(...nodeChanges(before.slots?.[slot] ?? [], after.slots?.[slot] ?? [], tongue))
  return out
}
