import type { Expr, Json, Node, Step } from '../../../src/engine/language/expressions/program.ts'
import { NODE_KEYWORDS } from '../keywords/node/index.ts'
import { align } from './align.ts'
import { within, type ChangeDetail, type ChangeMessage, type NodeSubject } from './change.ts'
import { valueOfExpr, type TextLookup } from './formatExpr.ts'
import { changedPart, movedItems, orderOf, type ItemComparison } from './reorder.ts'
import { compareMember, compareValues, equal, namedValues, names, same } from './nodeComparison.ts'
import type { Describer, NodeComparison, Values } from './nodeComparison.ts'

interface NodeDiff {
  details: ChangeDetail[]
  added: Node[]
  removed: Node[]
  /** Moved nodes, keyed by the new node. */
  moved: Map<Node, Node>
}

/** Differences between two trees of nodes, in tree order. */
export function nodeChanges(before: readonly Node[], after: readonly Node[], describer: Describer): ChangeDetail[] {
  const diff: NodeDiff = { details: [], added: [], removed: [], moved: new Map() }
  compareLists(before, after, describer, diff)
  const { moved } = diff
  const taken = new Set<Node>()
  for (const item of diff.added) {
    const from = diff.removed.find((other) => same(other, item) && !taken.has(other))
    if (!from || moved.has(item)) continue
    moved.set(item, from)
    taken.add(from)
  }
  const removed = diff.removed.filter((item) => !taken.has(item))
  return [
    ...removed.map((node) => ({ code: 'node/removed', params: { node: subjectOf(node, describer.before) } })),
    ...diff.added.map((node) => {
      const subject = { node: subjectOf(node, describer.after) }
      const from = moved.get(node)
      return from
        ? { code: 'node/moved', params: { ...subject, from: from.sourcePath } }
        : { code: 'node/added', params: subject }
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

/** A node by its first label. */
function subjectOf(node: Node, textOf: TextLookup): { node: NodeSubject } {
  const { widget, sourcePath: path } = node
  for (const label of LABELS) {
    const value = valueOf(node, label)
    if (value === undefined || value === null) continue
    const shown = typeof value === 'string' ? { json: value } : valueOfExpr(value as Expr, textOf)
    return { node: { widget, shown, path } }
  }
  return { node: { widget, shown: null, path } }
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
  const params = { node: subjectOf(after, describer.after) }
  const comparison: NodeComparison = {
    describer,
    report: (detail) => void diff.details.push(within({ code: 'node', params }, detail)),
    reportMember: (detail) => void diff.details.push(within({ code: 'ofNode', params }, detail)),
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

/** Differences between two step sequences. */
export function stepChanges(before: readonly Step[], after: readonly Step[], describer: Describer): ChangeDetail[] {
  const part = changedPart(before, after, STEPS)
  const order = orderOf(part, STEPS)
  if (order) {
    const moved = movedItems(order)
    return part.added.flatMap((step, at) => [
      ...(moved.includes(at) ? [describeMove(part.added, at, describer)] : []),
      ...compareSteps(part.removed[order[at] ?? at] as Step, step, describer),
    ])
  }
  return align(part.removed, part.added, stepSimilarity).flatMap((pair) => {
    if (pair.before && pair.after) return compareSteps(pair.before, pair.after, describer)
    return pair.before
      ? [{ code: 'step/removed', params: { step: describeStep(pair.before, describer) } }]
      : [{ code: 'step/added', params: { step: describeStep(pair.after, describer) } }]
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

/** A step that is before another one than it was. */
function describeMove(steps: readonly Step[], at: number, describer: Describer): ChangeDetail {
  const [moved, next, previous] = [steps[at] as Step, steps[at + 1], steps[at - 1]]
  const step = describeStep(moved, describer)
  if (next) return { code: 'step/before', params: { step, next: describeStep(next, describer) } }
  return { code: 'step/after', params: { step, ...(previous && { previous: describeStep(previous, describer) }) } }
}

/** "navigate to "Detail" (/detail)", "call news/read", "toast "Saved"". */
function describeStep({ action, args = {}, exprs = {} }: Step, { screenAt, after }: Describer): ChangeMessage {
  const first = Object.values(args).find((value) => typeof value === 'string')
  const shown = Object.values(exprs).find((expr) => Array.isArray(expr) && expr[0] === 't')
  if (typeof first !== 'string')
    return shown === undefined
      ? { code: 'step', params: { action } }
      : { code: 'step/with', params: { action, value: valueOfExpr(shown, after) } }
  const screen = screenAt(first)
  return screen === undefined
    ? { code: 'step/with', params: { action, value: first } }
    : { code: 'step/to', params: { action, screen: { screen } } }
}

function compareSteps(before: Step, after: Step, describer: Describer): ChangeDetail[] {
  if (same(before, after)) return []
  const out: ChangeDetail[] = []
  const routes = names(before.args, after.args).filter((name) => {
    const [from, to] = [before.args?.[name], after.args?.[name]]
    if (typeof from !== 'string' || typeof to !== 'string' || from === to) return false
    const [previous, current] = [describer.screenAt(from), describer.screenAt(to)]
    if (!previous || !current) return false
    out.push({ code: 'step/target', params: { screen: { screen: current }, before: { screen: previous } } })
    return true
  })
  const rest = (step: Step): Values =>
    Object.fromEntries(
      Object.entries(
        namedValues({ ...(step.args ? { props: step.args } : {}), ...(step.exprs ? { exprs: step.exprs } : {}) }),
      ).filter(([name]) => !routes.includes(name)),
    )
  const step = describeStep(after, describer)
  const argument = (name: string): ChangeMessage => ({ code: 'name/argument', params: { argument: name, step } })
  compareValues(rest(before), rest(after), describer, argument, (detail) => void out.push(detail))
  for (const branch of names(before.branches, after.branches))
    for (const detail of stepChanges(before.branches?.[branch] ?? [], after.branches?.[branch] ?? [], describer))
      out.push(within({ code: 'branch', params: { step, branch } }, detail))
  for (const slot of names(before.slots, after.slots))
    out.push(...nodeChanges(before.slots?.[slot] ?? [], after.slots?.[slot] ?? [], describer))
  return out
}
