import type { Node } from './program.ts'

/** Effects of a node's keywords on the node and on all nodes in it. Passes, the renderer and editors ask for a trait and name no keyword. */
export const NODE_TRAITS = {
  /** Names the query that the node waits for. */
  awaits: 'waitFor',
  /** The condition under which the node is shown. */
  guards: 'visible',
  /** Repeats the node for each item of a list. */
  repeats: 'each',
  /** Binds names in the node. */
  binds: 'let',
  /** Nodes in place of the node: while its query loads, and where the client cannot draw it. */
  replaces: new Set<string>(['loading', 'fallback']),
  /** Members of nodes that name queries whose loading or failure they handle. */
  handlesQuery: new Set<string>(['waitFor', 'showErrorOf']),
  /** Members whose strings name queries: of nodes, and of the steps that refetch or load more. */
  namesQuery: new Set<string>(['waitFor', 'showErrorOf', 'query', 'queries']),
} as const satisfies Record<string, keyof Node | ReadonlySet<string>>

/** The query that a node waits for; undefined for none. */
export const awaitedBy = ({ waitFor }: Pick<Node, 'waitFor'>): string | undefined => waitFor

/** The queries whose loading or failure a node handles. */
export const queriesHandledBy = ({ waitFor, showErrorOf = [] }: Pick<Node, 'waitFor' | 'showErrorOf'>): string[] => [
  ...(waitFor === undefined ? [] : [waitFor]),
  ...showErrorOf,
]

/** Whether the node is shown once and as long as what is around it: without a condition, a query to wait for, or rows. */
export const isAlwaysShown = ({ waitFor, visible, each }: Pick<Node, 'waitFor' | 'visible' | 'each'>): boolean =>
  waitFor === undefined && visible === undefined && each === undefined

/** The keywords of a node that all in it depends on: what it waits for, repeats and binds. */
export const surroundingsOf = ({ waitFor, each, let: names }: Node): Pick<Node, 'waitFor' | 'each' | 'let'> => ({
  ...(waitFor !== undefined && { waitFor }),
  ...(each && { each }),
  ...(names && { let: names }),
})

/** The keywords of a node that name queries, with other names. */
export const renamedQueries = (
  { waitFor, showErrorOf }: Node,
  rename: (name: string) => string,
): Pick<Node, 'waitFor' | 'showErrorOf'> => ({
  ...(waitFor !== undefined && { waitFor: rename(waitFor) }),
  ...(showErrorOf && { showErrorOf: showErrorOf.map(rename) }),
})
