import { awaitedBy } from './nodeTraits.ts'
import { nodesOf, type Screen } from './program.ts'
import { visitNodes } from './visit.ts'

/** Queries of a screen by the nodes that handle their loading and failure. */
export interface QueryUsage {
  /** Nodes wait for it. */
  awaited: ReadonlySet<string>
  /** Nodes show its error without waiting for it. */
  errorShown: ReadonlySet<string>
  /** No node does either: the body waits for it. */
  awaitedByBody: readonly string[]
}

/** Finds the nodes of the toolbar and the body, and of what their handlers open, that wait for each query or show its error. */
export function queryUsageOf(screen: Pick<Screen, 'toolbar' | 'body' | 'queries'>): QueryUsage {
  const awaited = new Set<string>()
  const errorShown = new Set<string>()
  visitNodes(nodesOf(screen), {
    node(node) {
      const query = awaitedBy(node)
      if (query !== undefined) awaited.add(query)
      for (const name of node.showErrorOf ?? []) errorShown.add(name)
    },
  })
  return {
    awaited,
    errorShown,
    awaitedByBody: Object.keys(screen.queries).filter((name) => !awaited.has(name) && !errorShown.has(name)),
  }
}
