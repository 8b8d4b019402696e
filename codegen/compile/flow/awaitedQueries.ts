import type { Screen } from '../../../src/core/program.ts'
import { queryUsageOf } from '../../../src/core/queryUsage.ts'
import type { FlowReporter } from './flowReporter.ts'
import conditionalQuery from '../../check/rules/conditional-query.ts'
import queryError from '../../check/rules/query-error.ts'

/** A query with "enabled" must be awaited by a node, not by the body. A query that nothing awaits has no "loading", "empty" or "emptyWhen". */
export function checkAwaitedQueries(screen: Screen, file: string, reporter: FlowReporter): void {
  const { awaited, errorShown } = queryUsageOf(screen)
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
