import { nodesOf } from '../../../src/core/program.ts'
import type { Screen } from '../../../src/core/program.ts'
import type { Contract } from '../contract.ts'
import type { FlowReporter } from './flowReporter.ts'
import { TOP, walkNodes } from './walk.ts'
import conditionalQuery from '../../check/rules/conditional-query.ts'
import queryError from '../../check/rules/query-error.ts'

/** Queries of a screen by the nodes that handle their loading and failure. */
export interface QueryUsage {
  /** Nodes wait for it. */
  awaited: ReadonlySet<string>
  /** Nodes show its error without waiting for it. */
  errorShown: ReadonlySet<string>
  /** No node does either: the body waits for it. */
  awaitedByBody: readonly string[]
}

/** Finds the nodes of the toolbar and the body that wait for each query or show its error. */
export function queryUsageOf(screen: Screen, { actions }: Contract): QueryUsage {
  const awaited = new Set<string>()
  const errorShown = new Set<string>()
  walkNodes(nodesOf(screen), TOP, {
    actions,
    node({ waitFor, showErrorOf = [] }) {
      if (waitFor !== undefined) awaited.add(waitFor)
      for (const name of showErrorOf) errorShown.add(name)
    },
  })
  return {
    awaited,
    errorShown,
    awaitedByBody: Object.keys(screen.queries).filter((name) => !awaited.has(name) && !errorShown.has(name)),
  }
}

/** A query with "enabled" must be awaited by a node, not by the body. A query that nothing awaits has no "loading", "empty" or "emptyWhen". */
export function checkAwaitedQueries(screen: Screen, file: string, contract: Contract, reporter: FlowReporter): void {
  const { awaited, errorShown } = queryUsageOf(screen, contract)
  for (const [name, { enabled, placeholders, emptyWhen }] of Object.entries(screen.queries)) {
    if (enabled !== undefined && !errorShown.has(name) && !awaited.has(name))
      reporter.report(
        conditionalQuery,
        file,
        `queries/${name}/enabled`,
        `No node waits for "${name}", so the whole screen is empty while this condition is false.`,
        `Put "waitFor": "${name}" on the node that shows it, or "showErrorOf": ["${name}"] where the node need not wait.`,
      )
    if (!errorShown.has(name) || awaited.has(name)) continue
    const unseen = [
      placeholders?.loading && 'loading',
      placeholders?.empty && 'empty',
      emptyWhen !== undefined && 'emptyWhen',
    ].filter((key) => typeof key === 'string')
    for (const key of unseen)
      reporter.report(
        queryError,
        file,
        `queries/${name}/${key}`,
        `No node waits for "${name}", so this is never shown.`,
        `Remove it, or put "waitFor": "${name}" on the node that shows it.`,
        true,
      )
  }
}
