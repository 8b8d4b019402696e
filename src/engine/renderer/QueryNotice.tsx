import { type ReactNode, useCallback } from 'react'
import type { ScreenQuery } from '../state/screen.ts'
import { get } from '../state/store.ts'
import { QueryErrorBoundary } from './boundary.tsx'
import type { NodeProps, View } from './host.ts'
import { renderFailed } from './nodes/awaitQuery.tsx'
import { readTracked, useTracked } from './trackedStore.ts'

function queryOf(name: string, view: View): ScreenQuery {
  const query = view.screen.query(name)
  if (!query) throw new Error(`The screen has no query ${name}.`)
  return query
}
const isFailed = (query: ScreenQuery): boolean => readTracked(query.status).kind === 'failed'
const NONE: readonly string[] = []

/** Error or stale notice of the queries in `showErrorOf`, rendered after the node. */
export function QueryNotice({ plan, view }: Omit<NodeProps, 'scope'>): ReactNode {
  const { showErrorOf = NONE } = plan
  const first = useTracked(
    useCallback(() => showErrorOf.find((name) => isFailed(queryOf(name, view))), [showErrorOf, view]),
  )
  const staleName = useTracked(
    useCallback(() => showErrorOf.find((name) => readTracked(queryOf(name, view).meta).stale), [showErrorOf, view]),
  )

  // One notice, the error placeholder of the first failed query. Retry refetches all failed queries.
  const renderFirst = useCallback(
    (inner: View) => {
      const status = first === undefined ? null : get(queryOf(first, inner).status)
      const retryFailed = async () =>
        void (await Promise.all(
          showErrorOf
            .map((name) => queryOf(name, inner))
            .filter(isFailed)
            .map((query) => query.refetch()),
        ))
      return first !== undefined && status?.kind === 'failed'
        ? renderFailed(first, status.failure, retryFailed, inner)
        : null
    },
    [first, showErrorOf],
  )
  const { stale: Stale } = view.host.placeholders
  if (first === undefined)
    return staleName === undefined ? null : <Stale updatedAt={get(queryOf(staleName, view).meta).updatedAt} />
  return <QueryErrorBoundary at={`queries/${first}`} view={view} render={renderFirst} />
}
