import { useEffect, useReducer, useState } from 'react'
import type { Node } from '../../language/expressions/program.ts'
import { contentOfNode } from '../../language/expressions/visit.ts'
import type { WidgetLoader } from '../host.ts'

/** Widgets of these nodes and the nodes in them whose code is not loaded. Handlers are left out: they draw nothing until they run. */
export function awaitedWidgets(nodes: readonly Node[], loader: WidgetLoader | undefined): string[] {
  if (!loader) return []
  const names = new Set<string>()
  const visit = (list: readonly Node[]): void => {
    for (const node of list) {
      if (loader.isAwaited(node.widget)) names.add(node.widget)
      for (const content of contentOfNode(node)) if (content.nodes) visit(content.nodes)
    }
  }
  visit(nodes)
  return [...names]
}

/** Whether the code of these nodes' widgets is loaded; loads it. Throws when it cannot be loaded. */
export function useDeferredWidgets(nodes: readonly Node[], loader: WidgetLoader | undefined): boolean {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const isLoaded = awaitedWidgets(nodes, loader).length === 0
  useEffect(() => {
    if (isLoaded) return undefined
    let isMounted = true
    loader?.load(awaitedWidgets(nodes, loader)).then(
      () => isMounted && redraw(),
      (error: unknown) => isMounted && setFailure({ error }),
    )
    return () => {
      isMounted = false
    }
  }, [nodes, loader, isLoaded])
  if (failure) throw failure.error
  return isLoaded
}
