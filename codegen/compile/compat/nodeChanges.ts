import type { Expr, Json, Node, Step } from '../../../src/core/program.ts'
import { canonicalJson } from '../../../src/core/sha256.ts'
import { align } from './align.ts'
import { joinWords, quote, formatExpr, formatJson } from './formatExpr.ts'
import type { TextLookup } from './formatExpr.ts'

/** Texts and route names of the two compared snapshots, for descriptions. */
export interface Describer {
  before: TextLookup
  after: TextLookup
  /** The display name of the screen at a route; undefined if the text is not a route. */
  screenAt(route: string): string | undefined
}

interface NodeDiff {
  details: string[]
  added: Node[]
  removed: Node[]
}

/** Differences between two trees of nodes, one sentence each, in tree order. */
export function nodeChanges(before: readonly Node[], after: readonly Node[], describer: Describer): string[] {
  const diff: NodeDiff = { details: [], added: [], removed: [] }
  compareLists(before, after, describer, diff)
  const movedTo = new Map<Node, Node>()
  for (const one of diff.added) {
    const from = diff.removed.find((other) => same(other, one) && ![...movedTo.values()].includes(other))
    if (from) movedTo.set(one, from)
  }
  const removed = diff.removed.filter((one) => ![...movedTo.values()].includes(one))
  return [
    ...removed.map((one) => `${describeNode(one, describer.before)} is gone.`),
    ...diff.added.map((one) => {
      const from = movedTo.get(one)
      return from
        ? `${describeNode(one, describer.after)} has moved here from ${from.sourcePath}.`
        : `${describeNode(one, describer.after)} is new.`
    }),
    ...diff.details,
  ]
}

function compareLists(before: readonly Node[], after: readonly Node[], describer: Describer, diff: NodeDiff): void {
  for (const pair of align(before, after, nodeSimilarity)) {
    if (pair.before && pair.after) node(pair.before, pair.after, describer, diff)
    else if (pair.before) diff.removed.push(pair.before)
    else if (pair.after) diff.added.push(pair.after)
  }
}

const LABELS = ['label', 'title', 'text', 'name', 'form', 'call', 'icon'] as const

/** "The Button "Submit" (body/4)": a node by its label and its path. */
function describeNode(one: Node, textOf: TextLookup): string {
  for (const label of LABELS) {
    const value = one.props?.[label] ?? one.exprs?.[label]
    if (value === undefined || value === null) continue
    const isText = Array.isArray(value) && value[0] === 't'
    return `The ${one.widget} ${isText || typeof value !== 'string' ? formatExpr(value as Expr, textOf) : quote(value)} (${one.sourcePath})`
  }
  return `The ${one.widget} (${one.sourcePath})`
}

/** Independent of its position. */
const contentCache = new WeakMap<object, string>()
function content(value: Node | Step): string {
  const json = contentCache.get(value) ?? canonicalJson(withoutSourcePaths(value))
  contentCache.set(value, json)
  return json
}
const same = (a: Node | Step, b: Node | Step): boolean => content(a) === content(b)

function withoutSourcePaths(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSourcePaths)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      name === 'sourcePath' && typeof item === 'string' ? [] : [[name, withoutSourcePaths(item)]],
    ),
  )
}

function nodeSimilarity(a: Node, b: Node): number {
  if (a.widget !== b.widget) return 0
  if (same(a, b)) return 8
  const label = LABELS.find((name) => a.props?.[name] !== undefined || a.exprs?.[name] !== undefined)
  return (
    1 +
    (label !== undefined && equal(valueOf(a, label), valueOf(b, label)) ? 4 : 0) +
    (equal(a.slots, b.slots) ? 1 : 0) +
    (a.sourcePath === b.sourcePath ? 1 : 0)
  )
}

const valueOf = (node: Pick<Node, 'props' | 'exprs'>, name: string): Json | Expr | undefined =>
  node.props?.[name] ?? node.exprs?.[name]
const equal = (a: unknown, b: unknown): boolean =>
  a === b || (a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b))

function node(before: Node, after: Node, describer: Describer, diff: NodeDiff): void {
  if (same(before, after)) return
  const subject = describeNode(after, describer.after)
  const report = (text: string): void => void diff.details.push(`${subject}${text}`)
  compareValues(namedValues(before), namedValues(after), describer, (name) => `its ${name}`, report)
  compareValues(
    before.let ?? {},
    after.let ?? {},
    describer,
    (name) => `the parameter ${name.replace(/^.*:/, '')}`,
    report,
  )
  describeCondition('is shown', before.visible, after.visible, describer, report)
  if (!equal(before.each?.in, after.each?.in))
    report(
      after.each
        ? ` now repeats for each of ${formatExpr(after.each.in, describer.after)}${before.each ? ` instead of ${formatExpr(before.each.in, describer.before)}` : ''}.`
        : ' no longer repeats.',
    )
  else if (!equal(before.each?.key, after.each?.key)) report(' has another key for its rows.')
  if (before.waitFor !== after.waitFor)
    report(
      after.waitFor === undefined
        ? ` no longer waits for "${before.waitFor ?? ''}".`
        : ` now waits for "${after.waitFor}".`,
    )
  if (!equal(before.loading?.map(content), after.loading?.map(content)))
    report(after.loading ? ' has another look while it waits.' : ' has no look of its own any more while it waits.')
  if (!equal(before.showErrorOf, after.showErrorOf))
    report(
      after.showErrorOf === undefined
        ? ' no longer shows the error of a query.'
        : ` now shows the error of ${joinWords(after.showErrorOf.map(quote))}.`,
    )
  if (!equal(before.fallback && content(before.fallback), after.fallback && content(after.fallback)))
    report(after.fallback ? ' has another fallback.' : ' has no fallback any more.')
  for (const event of names(before.on, after.on)) {
    for (const one of stepChanges(before.on?.[event] ?? [], after.on?.[event] ?? [], describer))
      report(`, on ${event}: ${one}`)
  }
  for (const slot of names(before.slots, after.slots))
    compareLists(before.slots?.[slot] ?? [], after.slots?.[slot] ?? [], describer, diff)
}

type Values = Readonly<Record<string, { json: Json } | { expr: Expr }>> | Readonly<Record<string, Expr>>
const namedValues = ({
  props = {},
  exprs = {},
}: Pick<Node, 'props' | 'exprs'>): Record<string, { json: Json } | { expr: Expr }> =>
  Object.fromEntries([
    ...Object.entries(props).map(([name, json]) => [name, { json }] as const),
    ...Object.entries(exprs).map(([name, expr]) => [name, { expr }] as const),
  ])

const names = (...records: (Readonly<Record<string, unknown>> | undefined)[]): string[] => [
  ...new Set(records.flatMap((one) => Object.keys(one ?? {}))),
]

function formatValue(value: Values[string] | undefined, textOf: TextLookup): string {
  if (value !== null && typeof value === 'object' && 'json' in value) return formatJson(value.json)
  return formatExpr(
    value !== null && typeof value === 'object' && 'expr' in value ? value.expr : (value as Expr),
    textOf,
  )
}

function compareValues(
  before: Values,
  after: Values,
  describer: Describer,
  name: (key: string) => string,
  report: (text: string) => void,
): void {
  for (const key of names(before, after)) {
    if (equal(before[key], after[key])) continue
    if (!Object.hasOwn(after, key))
      report(`: ${name(key)} is no longer given; it was ${formatValue(before[key], describer.before)}.`)
    else if (!Object.hasOwn(before, key)) report(`: ${name(key)} is now ${formatValue(after[key], describer.after)}.`)
    else
      report(
        `: ${name(key)} is now ${formatValue(after[key], describer.after)} instead of ${formatValue(before[key], describer.before)}.`,
      )
  }
}

/** "is now shown only when …". */
export function describeCondition(
  phrase: string,
  before: Expr | undefined,
  after: Expr | undefined,
  describer: Describer,
  report: (text: string) => void,
): void {
  if (equal(before, after)) return
  const [verb, ...rest] = phrase.split(' ')
  if (after === undefined)
    report(
      ` ${verb ?? ''} now ${rest.join(' ')} always; before only when ${formatExpr(before ?? null, describer.before)}.`,
    )
  else
    report(
      ` ${verb ?? ''} now ${rest.join(' ')} only when ${formatExpr(after, describer.after)}${before === undefined ? '' : `; before when ${formatExpr(before, describer.before)}`}.`,
    )
}

/** Differences between two step sequences, one sentence each. */
export function stepChanges(before: readonly Step[], after: readonly Step[], describer: Describer): string[] {
  return align(before, after, stepSimilarity).flatMap((pair) => {
    if (pair.before && pair.after) return compareSteps(pair.before, pair.after, describer)
    return pair.before
      ? [`it no longer does ${describeStep(pair.before, describer)}.`]
      : [`it now also does ${describeStep(pair.after, describer)}.`]
  })
}

function stepSimilarity(a: Step, b: Step): number {
  if (a.action !== b.action) return 0
  if (same(a, b)) return 8
  return equal(a.args, b.args) ? 4 : 1
}

/** "navigate to "Detail" (/detail)", "call wallet/out", "toast "Saved"". */
function describeStep({ action, args = {}, exprs = {} }: Step, { screenAt, after }: Describer): string {
  const first = Object.values(args).find((value) => typeof value === 'string')
  const shown = Object.values(exprs).find((expr) => Array.isArray(expr) && expr[0] === 't')
  if (typeof first !== 'string') return shown === undefined ? action : `${action} ${formatExpr(shown, after)}`
  const screen = screenAt(first)
  return screen === undefined ? `${action} ${first}` : `${action} to ${screen}`
}

function compareSteps(before: Step, after: Step, describer: Describer): string[] {
  if (same(before, after)) return []
  const out: string[] = []
  const navigationArgs = names(before.args, after.args).filter((name) => {
    const [from, to] = [before.args?.[name], after.args?.[name]]
    if (
      typeof from !== 'string' ||
      typeof to !== 'string' ||
      from === to ||
      describer.screenAt(from) === undefined ||
      describer.screenAt(to) === undefined
    )
      return false
    out.push(`it now leads to ${describer.screenAt(to) ?? ''} instead of ${describer.screenAt(from) ?? ''}.`)
    return true
  })
  const rest = (one: Step): Values =>
    Object.fromEntries(
      Object.entries(
        namedValues({ ...(one.args ? { props: one.args } : {}), ...(one.exprs ? { exprs: one.exprs } : {}) }),
      ).filter(([name]) => !navigationArgs.includes(name)),
    )
  compareValues(
    rest(before),
    rest(after),
    describer,
    (name) => `the ${name} of ${describeStep(after, describer)}`,
    (text) => out.push(text.replace(/^: /, '')),
  )
  for (const branch of names(before.branches, after.branches)) {
    for (const one of stepChanges(before.branches?.[branch] ?? [], after.branches?.[branch] ?? [], describer))
      out.push(`after ${describeStep(after, describer)}, in ${branch}: ${one}`)
  }
  for (const slot of names(before.slots, after.slots))
    out.push(...nodeChanges(before.slots?.[slot] ?? [], after.slots?.[slot] ?? [], describer))
  return out
}
