import { nodesOf } from '../../../src/core/program.ts'
import type { Screen } from '../../../src/core/program.ts'
import type { Contract } from '../contract.ts'
import type { FlowReporter } from './flowReporter.ts'
import { TOP, walkNodes } from './walk.ts'
import conditionalRegion from '../../check/rules/conditional-region.ts'
import toldRegion from '../../check/rules/told-region.ts'

/** Regions of a screen by who handles their loading and failure. */
export interface RegionUsage {
  /** Nodes wait for it. */
  awaited: ReadonlySet<string>
  /** Nodes show its error without waiting for it. */
  errorShown: ReadonlySet<string>
  /** No node does either: the body waits for it. */
  awaitedByBody: readonly string[]
}

export function regionUsageOf(screen: Screen, { actions }: Contract): RegionUsage {
  const awaited = new Set<string>()
  const errorShown = new Set<string>()
  walkNodes(nodesOf(screen), TOP, {
    actions,
    node({ needs, tells = [] }) {
      if (needs !== undefined) awaited.add(needs)
      for (const name of tells) errorShown.add(name)
    },
  })
  return { awaited, errorShown, awaitedByBody: Object.keys(screen.data).filter((name) => !awaited.has(name) && !errorShown.has(name)) }
}

/** A region with "when" must be awaited by a node, not by the body. A region that nothing awaits has no "loading", "empty" or "emptyWhen". */
export function checkAwaitedRegions(screen: Screen, file: string, contract: Contract, reporter: FlowReporter): void {
  const { awaited, errorShown } = regionUsageOf(screen, contract)
  for (const [name, { when, looks, emptyWhen }] of Object.entries(screen.data)) {
    if (when !== undefined && !errorShown.has(name) && !awaited.has(name)) reporter.report(conditionalRegion, file, `data/${name}/when`, `No node waits for "${name}", so the whole screen is empty while this does not hold.`, `Put "needs": "${name}" on the node that shows it, or "tells": ["${name}"] where that need not wait for it.`)
    if (!errorShown.has(name) || awaited.has(name)) continue
    const unseen = [looks?.loading && 'loading', looks?.empty && 'empty', emptyWhen !== undefined && 'emptyWhen'].filter((word) => typeof word === 'string')
    for (const word of unseen) reporter.report(toldRegion, file, `data/${name}/${word}`, `No node waits for "${name}", so nobody sees this.`, `Take it away, or put "needs": "${name}" on the node that shows it.`, true)
  }
}
