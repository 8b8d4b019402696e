import { type ReactNode, useCallback, useEffect, useReducer, useState } from 'react'
import type { Region } from '../state/screen.ts'
import { get } from '../state/store.ts'
import { RegionErrorBoundary } from './boundary.tsx'
import type { NodeProps, View } from './host.ts'
import { drawFailed } from './needs.tsx'
import { DependencyTracker, readTracked } from './dependencyTracker.ts'

const count = (n: number): number => n + 1

function regionOf(name: string, view: View): Region {
  const region = view.screen.region(name)
  if (!region) throw new Error(`The screen has no query ${name}.`)
  return region
}
const isFailed = (region: Region): boolean => readTracked(region.status).is === 'failed'
const NONE: readonly string[] = []

/** Error or stale notice of the queries in `showErrorOf`, rendered after the node. */
export function QueryNotice({ plan, view }: Omit<NodeProps, 'scope'>): ReactNode {
  const { showErrorOf = NONE } = plan
  const [, redraw] = useReducer(count, 0)
  const [reader] = useState(() => new DependencyTracker())
  const { first, stale } = reader.read(() => {
    const regions = showErrorOf.map((name) => regionOf(name, view))
    return { first: showErrorOf[regions.findIndex(isFailed)], stale: regions.some(({ meta }) => readTracked(meta).stale) }
  })
  useEffect(() => reader.connect(redraw), [reader])

  // One notice, the error placeholder of the first failed query. Retry refetches all failed queries.
  const drawFirst = useCallback((inner: View) => {
    const status = first === undefined ? null : get(regionOf(first, inner).status)
    const again = async () => void (await Promise.all(showErrorOf.map((name) => regionOf(name, inner)).filter(isFailed).map((region) => region.refetch())))
    return first !== undefined && status?.is === 'failed' ? drawFailed(first, status.failure, again, inner) : null
  }, [first, showErrorOf])
  const { stale: Stale } = view.host.placeholders
  if (first === undefined) return stale ? <Stale /> : null
  return <RegionErrorBoundary at={`queries/${first}`} view={view} draw={drawFirst} />
}
