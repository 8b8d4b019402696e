import { useEffect, useMemo, useReducer } from 'react'
import { evaluate } from '../../core/evaluate.ts'
import { DependencyTracker } from '../../renderer/dependencyTracker.ts'
import type { View } from '../../renderer/host.ts'

/** The title of a screen in the user's language, updated with its data; the fallback while it has none. */
export function useTitle(view: View, fallback: string): string {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const tracker = useMemo(() => new DependencyTracker(), [])
  useEffect(() => tracker.connect(rerender), [tracker])

  try {
    const title = tracker.read(() => evaluate(view.screen.screen.title, null, view.env))
    return typeof title === 'string' && title !== '' ? title : fallback
  } catch {
    // The title's data is not loaded yet.
    return fallback
  }
}
