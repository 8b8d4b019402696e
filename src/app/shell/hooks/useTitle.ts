import { useCallback } from 'react'
import { evaluate } from '../../../engine/language/expressions/evaluate.ts'
import type { View } from '../../../engine/renderer/host.ts'
import { useTracked } from '../../../engine/renderer/trackedStore.ts'

/** The title of a screen in the user's language, updated with its data; the fallback while it has none. */
export function useTitle(view: View, fallback: string): string {
  return useTracked(
    useCallback(() => {
      try {
        const title = evaluate(view.screen.screen.title, null, view.env)
        return typeof title === 'string' && title !== '' ? title : fallback
      } catch {
        // The title's data is not loaded yet.
        return fallback
      }
    }, [view, fallback]),
  )
}
