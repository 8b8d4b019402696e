import type { Expr, Json, Node, Step } from '../../../src/core/program.ts'
import { NODE_KEYWORDS } from '../keywords/node/index.ts'
import { align } from './align.ts'
import { quote, formatExpr } from './formatExpr.ts'
import type { TextLookup } from './formatExpr.ts'
import { changedPart, movedItems, orderOf, type ItemComparison } from './reorder.ts'
import { compareMember, compareValues, equal, namedValues, names, same } from './nodeComparison.ts'
import type { Describer, NodeComparison, Values } from './nodeComparison.ts'

interface NodeDiff {
  details: string[]
  added: Node[]
  removed: Node[]
  /** Moved nodes, keyed by the new node. */
  moved: Map<Node, Node>
}

/** Differences between two trees of nodes, one sentence each, in tree order. */
export function nodeChanges(before: readonly Node[], after: readonly Node[], describer: Describer): string[] {
  const diff: NodeDiff = { details: [], added: [], removed: [], moved: new Map() }
  compareLists(before, after, describer, diff)
  const { moved } = diff
  const taken = new Set<Node>()
  for (const one of diff.added) {
    const from = diff.removed.find((other) => same(other, one) && !taken.has(other))
    if (!from || moved.has(one)) continue
    moved.set(one, from)
    taken.add(from)
  }
  const removed = diff.removed.filter((one) => !taken.has(one))
  return [
    ...removed.map((one) => `${describeNode(one, describer.before)} is gone.`),
    ...diff.added.map((one) => {
      const from = moved.get(one)
      return from
        ? `${describeNode(one, describer.after)} has moved here from ${from.sourcePath}.`
        : `${describeNode(one, describer.after)} is new.`
    }),
    ...diff.details,
  ]
}

function compareLists(before: readonly Node[], after: readonly Node[], describer: Describer, diff: NodeDiff): void {
  const part = changedPart(before, after, NODES)
  const order = orderOf(part, NODES)
  if (!order) {
    for (const pair of align(part.removed, part.added, nodeSimilarity)) {
      if (pair.before && pair.after) node(pair.before, pair.after, describer, diff)
      else if (pair.before) diff.removed.push(pair.before)
      else if (pair.after) diff.added.push(pair.after)
    }
    return
  }
  const moved = movedItems(order)
  for (const [at, now] of part.added.entries()) {
    const old = part.removed[order[at] ?? at] as Node
    if (moved.includes(at)) {
      diff.added.push(now)
      diff.moved.set(now, old)
    }
    node(old, now, describer, diff)
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
function node(before: Node, after: Node, describer: Describer, diff: NodeDiff): void {
  if (same(before, after)) return
  const subject = describeNode(after, describer.after)
  const comparison: NodeComparison = {
    describer,
    report: (text) => void diff.details.push(`${subject}${text}`),
    steps: (previous, current) => stepChanges(previous, current, describer),
    nodes: (previous, current) => compareLists(previous, current, describer, diff),
  }
  for (const keyword of NODE_KEYWORDS) {
    if (keyword.compare) keyword.compare(before, after, comparison)
    else compareMember(keyword.name as keyof Node, before, after, comparison)
  }
}

const NODES: ItemComparison<Node> = {
  same,
  alike: (a, b) => nodeSimilarity(a, b) > 1,
  kindOf: ({ widget }) => widget,
}

/** Differences between two step sequences, one sentence each. */
export function stepChanges(before: readonly Step[], after: readonly Step[], describer: Describer): string[] {
  const part = changedPart(before, after, STEPS)
  const order = orderOf(part, STEPS)
  if (order) {
    const moved = movedItems(order)
    return part.added.flatMap((step, at) => [
      ...(moved.includes(at) ? [`it now does ${describeMove(part.added, at, describer)}.`] : []),
      ...compareSteps(part.removed[order[at] ?? at] as Step, step, describer),
    ])
  }
  return align(part.removed, part.added, stepSimilarity).flatMap((pair) => {
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

const STEPS: ItemComparison<Step> = {
  same,
  alike: (a, b) => stepSimilarity(a, b) > 1,
  kindOf: ({ action }) => action,
}

/** "toast "Saved" before navigate to "Detail" (/detail)". */
function describeMove(steps: readonly Step[], at: number, describer: Describer): string {
  const [step, next, previous] = [steps[at], steps[at + 1], steps[at - 1]]
  const words = (one: Step | undefined): string => (one ? describeStep(one, describer) : '')
  return next ? `${words(step)} before ${words(next)}` : `${words(step)} after ${words(previous)}`
}

/** "navigate to "Detail" (/detail)", "call news/read", "toast "Saved"". */
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
