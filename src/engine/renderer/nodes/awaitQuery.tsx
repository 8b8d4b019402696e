import { type CSSProperties, type ReactNode, useCallback, useMemo } from 'react'
import type { Scope } from '../../language/expressions/evaluate.ts'
import type { Node } from '../../language/expressions/program.ts'
import type { CallFailure } from '../../language/result.ts'
import type { ScreenQueryStatus } from '../../state/data/queryStore.ts'
import type { ScreenQuery } from '../../state/screen.ts'
import { useValue } from '../../state/store.ts'
import { QueryErrorBoundary } from '../boundary.tsx'
import { evaluateCondition } from '../condition.ts'
import { renderNode, renderReady, replacementScope } from './renderNode.tsx'
import type { NodeProps, View } from '../host.ts'
import { planNodes, type Plan } from '../plan.ts'
import { useTracked } from '../trackedStore.ts'

/** A node that waits for a query, and its placeholder until the data is ready. A hidden node has none. */
export function AwaitNode({ plan, scope, view }: NodeProps): ReactNode {
  const { hiddenUnless } = plan
  const { env } = view
  const isHidden = useTracked(
    useCallback(
      () => hiddenUnless !== undefined && !evaluateCondition(hiddenUnless, scope, env),
      [hiddenUnless, scope, env],
    ),
  )
  const inside = useCallback((inner: View) => renderReady(plan, scope, inner), [plan, scope])
  const awaited = useAwaitedQuery({
    name: plan.awaited ?? '',
    at: plan.sourcePath,
    view,
    render: inside,
    loading: plan.node.loading,
    scope: useMemo(() => replacementScope(plan, scope), [plan, scope]),
  })
  return isHidden ? null : awaited
}

/** A body that waits for a query no node waits for. */
export function AwaitBody(props: AwaitProps): ReactNode {
  return useAwaitedQuery(props)
}

interface AwaitProps {
  name: string
  at: string
  view: View
  render: (view: View) => ReactNode
  /** The node's own loading placeholder, and its scope. */
  loading?: readonly Node[] | undefined
  scope?: Scope | null
}

// One component and one boundary: each extra level deep in a tree slows every update of a long list in it.
function useAwaitedQuery({ name, at, view, render: renderInside, loading, scope = null }: AwaitProps): ReactNode {
  const query = view.screen.query(name)
  if (!query) throw new Error(`The screen has no query ${name}.`)
  const status = useValue(query.status)
  const { stale, updatedAt } = useValue(query.meta)
  const def = view.screen.screen.queries[name]
  const ready = status.kind === 'ready'
  const emptyWhen = ready ? def?.emptyWhen : undefined
  const { env } = view
  const isEmpty = useTracked(
    useCallback(() => emptyWhen !== undefined && evaluateCondition(emptyWhen, null, env), [emptyWhen, env]),
  )
  const renderAbsent = useCallback(
    (inner: View) => renderPlaceholder({ name, at, loading, scope }, status, query, inner),
    [name, status, query, at, loading, scope],
  )
  const renderEmpty = useCallback((inner: View) => renderNodes(def?.placeholders?.empty ?? [], null, inner), [def])
  if (!ready) return <QueryErrorBoundary key="absent" at={`queries/${name}`} view={view} render={renderAbsent} />
  const { empty: Empty, stale: Stale } = view.host.placeholders
  if (isEmpty)
    return def?.placeholders?.empty ? (
      <QueryErrorBoundary key="empty" at={`queries/${name}`} view={view} render={renderEmpty} />
    ) : (
      <Empty />
    )
  const inside = <QueryErrorBoundary key="ready" at={at} view={view} render={renderInside} />
  // The mark is first in a list of two, so that the content keeps its position when the mark appears and disappears.
  return [stale ? <Stale key="stale" updatedAt={updatedAt} /> : null, inside]
}

/** Takes the space of its content, invisible and not read aloud. */
const HIDDEN: CSSProperties = { display: 'contents', visibility: 'hidden' }

function renderPlaceholder(
  { name, at, loading: ownLoading, scope = null }: Omit<AwaitProps, 'view' | 'render'>,
  status: ScreenQueryStatus,
  query: ScreenQuery,
  view: View,
): ReactNode {
  const { loading: Loading, empty: Empty } = view.host.placeholders
  const placeholders = view.screen.screen.queries[name]?.placeholders
  switch (status.kind) {
    case 'pending':
    case 'loading': {
      const loading = ownLoading ? (
        renderNodes(ownLoading, scope, view)
      ) : placeholders?.loading ? (
        renderNodes(placeholders.loading, null, view)
      ) : (
        <Loading />
      )
      // During the first 200 ms the placeholder's space is reserved, so that nothing below moves.
      return status.kind === 'pending' ? <div style={HIDDEN}>{loading}</div> : loading
    }
    case 'failed':
      return renderFailed(name, status.failure, () => query.refetch(), view)
    case 'idle':
      // A part of a screen may be omitted; a complete screen may not be blank.
      return at === 'body' ? <Empty /> : null
    default:
      return null
  }
}

/** The placeholder for data that could not be fetched. */
export function renderFailed(name: string, failure: CallFailure, retry: () => Promise<void>, view: View): ReactNode {
  const { failed: Failed } = view.host.placeholders
  const placeholder = view.screen.screen.queries[name]?.placeholders?.error
  return placeholder ? renderNodes(placeholder, null, view) : <Failed failure={failure} retry={retry} />
}

const planned = new WeakMap<readonly Node[], { widgets: object; plans: Plan[] }>()
/** Renders nodes, planned once: a list of nodes has one position in its screen, so that the names in scope are always the same. */
export function renderNodes(nodes: readonly Node[], scope: Scope | null, view: View): ReactNode {
  const { widgets } = view.host
  let known = planned.get(nodes)
  if (known?.widgets !== widgets) {
    known = { widgets, plans: planNodes(nodes, widgets, lazyNames(scope)) }
    planned.set(nodes, known)
  }
  return known.plans.map((plan, i) => renderNode(plan, scope, view, String(i)))
}

function lazyNames(scope: Scope | null): ReadonlySet<string> {
  const names = new Set<string>()
  for (let at = scope; at !== null; at = at.parent) if (at.lazy) names.add(at.name)
  return names
}
