import { useEffect, useReducer, useState } from 'react'
import { LIBRARY_FIELDS, LIBRARY_WIDGETS } from '../../../language/forms/libraryWidgets.ts'
import type { FormWidget } from './formWidget.ts'
import type { LibraryParts } from './libraryParts.ts'

/** Widgets that few forms have, each in its own chunk. A form is drawn when those of its fields are loaded. */
const files = import.meta.glob<FormWidget>('../widgets/*.lazy.tsx')
const loaders = new Map(Object.entries(files).map(([path, load]) => [widgetName(path), load]))
const loaded = new Map<string, FormWidget>()
let libraryParts: LibraryParts | null = null

/** The name of a widget by its file: widgets/date.lazy.tsx is "date". */
export function widgetName(path: string): string {
  return /([\w-]+?)(?:\.lazy)?\.tsx$/.exec(path)?.[1] ?? path
}

/** Returns the parts of the library; null until `loadFields` has loaded them. */
export const loadedLibraryParts = (): LibraryParts | null => libraryParts
export const lazyWidgets: ReadonlyMap<string, FormWidget> = loaded

/** Whether what draws this (a widget, or LIBRARY_FIELDS) is still to be loaded. */
export const isFieldAwaited = (kind: string): boolean =>
  kind === LIBRARY_FIELDS || LIBRARY_WIDGETS.has(kind) ? libraryParts === null : loaders.has(kind) && !loaded.has(kind)

/** Kinds of fields with a chunk, and the fields of the library. */
export const lazyFieldKinds: readonly string[] = [...loaders.keys(), LIBRARY_FIELDS]

/** Loads the lazy ones among these widgets, without a list all of them. Rejects when a chunk cannot be loaded. */
export async function loadFields(kinds: Iterable<string> = lazyFieldKinds): Promise<void> {
  await Promise.all(
    [...new Set(kinds)].map(async (kind) => {
      if (!isFieldAwaited(kind)) return
      if (kind === LIBRARY_FIELDS || LIBRARY_WIDGETS.has(kind))
        libraryParts = (await import('./library.lazy.tsx')).default
      else {
        const widget = await loaders.get(kind)?.()
        if (widget) loaded.set(kind, widget)
      }
    }),
  )
}

const NONE: readonly string[] = []

/** Whether the code of these kinds of fields is loaded; loads it. Throws when it cannot be loaded. */
export function useFieldsLoaded(kinds = NONE): boolean {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const isLoaded = !kinds.some(isFieldAwaited)
  useEffect(() => {
    if (isLoaded) return undefined
    let isMounted = true
    loadFields(kinds).then(
      () => isMounted && redraw(),
      (error: unknown) => isMounted && setFailure({ error }),
    )
    return () => {
      isMounted = false
    }
  }, [kinds, isLoaded])
  if (failure) throw failure.error
  return isLoaded
}
