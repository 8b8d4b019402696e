import { type CSSProperties, type ReactNode, useCallback, useEffect, useReducer, useState } from 'react'
import { evaluate, type Scope } from '../core/evaluate.ts'
import type { Node } from '../core/program.ts'
import type { CallFailure } from '../core/result.ts'
import type { ScreenQueryStatus } from '../state/data.ts'
import type { ScreenQuery } from '../state/screen.ts'
import { useValue } from '../state/store.ts'
import { QueryErrorBoundary } from './boundary.tsx'
import { draw, drawNeeded, holds } from './draw.tsx'
import type { NodeProps, View } from './host.ts'
import { planNodes, type Plan } from './plan.ts'
import { DependencyTracker } from './dependencyTracker.ts'

/** A node that waits for a query, and its placeholder until the data is ready. */
export function AwaitNode({ plan, scope, view }: NodeProps): ReactNode {
  const inside = useCallback((inner: View) => drawNeeded(plan, scope, inner), [plan, scope])
  return useGate({ name: plan.waitFor ?? '', at: plan.sourcePath, view, draw: inside, loading: plan.node.loading, scope })
}

/** A body that waits for a query no node waits for. */
export function AwaitBody(props: GateProps): ReactNode {
  return useGate(props)
}

interface GateProps {
  name: string
  at: string
  view: View
  draw: (view: View) => ReactNode
  /** The node's own loading placeholder, and its scope. */
  loading?: readonly Node[] | undefined
  scope?: Scope | null
}

// One component and one boundary: each extra level deep in a tree slows every update of a long list in it.
function useGate({ name, at, view, draw: drawInside, loading, scope = null }: GateProps): ReactNode {
  const query = view.screen.query(name)
  if (!query) throw new Error(`The screen has no query ${name}.`)
  const status = useValue(query.status)
  const { stale } = useValue(query.meta)
  const def = view.screen.screen.queries[name]
  const ready = status.is === 'ready'
  const isEmpty = useCondition(ready ? def?.emptyWhen : undefined, view)
  const absent = useCallback((inner: View) => renderPlaceholder({ name, at, loading, scope }, status, query, inner), [name, status, query, at, loading, scope])
  const drawEmpty = useCallback((inner: View) => drawNodes(def?.placeholders?.empty ?? [], null, inner), [def])
  if (!ready) return <QueryErrorBoundary key="absent" at={`queries/${name}`} view={view} draw={absent} />
  const { empty: Empty, stale: Stale } = view.host.placeholders
  if (isEmpty) return def?.placeholders?.empty ? <QueryErrorBoundary key="empty" at={`queries/${name}`} view={view} draw={drawEmpty} /> : <Empty />
  const inside = <QueryErrorBoundary key="ready" at={at} view={view} draw={drawInside} />
  // The mark is first in a list of two, so that the content keeps its position when the mark appears and disappears.
  return [stale ? <Stale key="stale" /> : null, inside]
}

/** Takes the space of its content, invisible and not read aloud. */
const HIDDEN: CSSProperties = { display: 'contents', visibility: 'hidden' }

function renderPlaceholder({ name, at, loading: own, scope = null }: Omit<GateProps, 'view' | 'draw'>, status: ScreenQueryStatus, query: ScreenQuery, view: View): ReactNode {
  const { loading: Loading, empty: Empty } = view.host.placeholders
  const placeholders = view.screen.screen.queries[name]?.placeholders
  switch (status.is) {
    case 'waiting':
    case 'loading': {
      const loading = own ? drawNodes(own, scope, view) : placeholders?.loading ? drawNodes(placeholders.loading, null, view) : <Loading />
      // During the first 200 ms the placeholder's space is reserved, so that nothing below moves.
      return status.is === 'waiting' ? <div style={HIDDEN}>{loading}</div> : loading
    }
    case 'failed':
      return drawFailed(name, status.failure, () => query.refetch(), view)
    case 'off':
      // A part of a screen may be omitted; a whole screen may not be blank.
      return at === 'body' ? <Empty /> : null
    default:
      return null
  }
}

/** The placeholder for data that could not be fetched. */
export function drawFailed(name: string, failure: CallFailure, retry: () => Promise<void>, view: View): ReactNode {
  const { failed: Failed } = view.host.placeholders
  const look = view.screen.screen.queries[name]?.placeholders?.error
  return look ? drawNodes(look, null, view) : <Failed failure={failure} retry={retry} />
}

const count = (n: number): number => n + 1

/** A tracked condition of a screen; false without one. */
function useCondition(expr: Parameters<typeof evaluate>[0] | undefined, view: View): boolean {
  const [, redraw] = useReducer(count, 0)
  const [reader] = useState(() => new DependencyTracker())
  const ask = () => expr !== undefined && reader.read(() => holds(evaluate(expr, null, view.env)))
  const now = ask()
  useEffect(() => (expr === undefined ? undefined : reader.connect(redraw)), [reader, expr])
  return now
}

const planned = new WeakMap<readonly Node[], { widgets: object; plans: Plan[] }>()
/** Renders nodes, planned once. */
export function drawNodes(nodes: readonly Node[], scope: Scope | null, view: View): ReactNode {
  const { widgets } = view.host
  let known = planned.get(nodes)
  if (known?.widgets !== widgets) {
    known = { widgets, plans: planNodes(nodes, widgets, lazyNames(scope)) }
    planned.set(nodes, known)
  }
  return known.plans.map((plan, i) => draw(plan, scope, view, String(i)))
}

function lazyNames(scope: Scope | null): ReadonlySet<string> {
  const names = new Set<string>()
  for (let at = scope; at !== null; at = at.parent) if (at.lazy) names.add(at.name)
  return names
}
