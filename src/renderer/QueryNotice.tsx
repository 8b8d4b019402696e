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
  if (!region) throw new Error(`The screen has no data ${name}.`)
  return region
}
const isFailed = (region: Region): boolean => readTracked(region.status).is === 'failed'
const NONE: readonly string[] = []

/** Stands after a node that reads data without waiting for it: what is said where that could not be fetched, or is old. */
export function QueryNotice({ plan, view }: Omit<NodeProps, 'scope'>): ReactNode {
  const { tells = NONE } = plan
  const [, redraw] = useReducer(count, 0)
  const [reader] = useState(() => new DependencyTracker())
  const { first, stale } = reader.read(() => {
    const regions = tells.map((name) => regionOf(name, view))
    return { first: tells[regions.findIndex(isFailed)], stale: regions.some(({ meta }) => readTracked(meta).stale) }
  })
  useEffect(() => reader.connect(redraw), [reader])

  // What is missing is said once, in the look of the first, and a retry asks for all that is.
  const drawFirst = useCallback((inner: View) => {
    const status = first === undefined ? null : get(regionOf(first, inner).status)
    const again = async () => void (await Promise.all(tells.map((name) => regionOf(name, inner)).filter(isFailed).map((region) => region.refetch())))
    return first !== undefined && status?.is === 'failed' ? drawFailed(first, status.failure, again, inner) : null
  }, [first, tells])
  const { stale: Stale } = view.host.placeholders
  if (first === undefined) return stale ? <Stale /> : null
  return <RegionErrorBoundary at={`data/${first}`} view={view} draw={drawFirst} />
}
