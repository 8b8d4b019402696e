import { nodesOf } from '../../../src/core/program.ts'
import type { Screen } from '../../../src/core/program.ts'
import type { Contract } from '../contract.ts'
import type { Places } from './flowReporter.ts'
import { TOP, walkNodes } from './walk.ts'
import conditionalRegion from '../../check/rules/conditional-region.ts'
import toldRegion from '../../check/rules/told-region.ts'

/** What becomes of the data of a screen while it is not there. */
export interface Waits {
  /** Nodes wait for it. */
  needed: ReadonlySet<string>
  /** Nodes tell its failure. */
  told: ReadonlySet<string>
  /** Neither: the whole body waits for it. */
  whole: readonly string[]
}

export function waitsOf(screen: Screen, { actions }: Contract): Waits {
  const needed = new Set<string>()
  const told = new Set<string>()
  walkNodes(nodesOf(screen), TOP, {
    actions,
    node({ needs, tells = [] }) {
      if (needs !== undefined) needed.add(needs)
      for (const name of tells) told.add(name)
    },
  })
  return { needed, told, whole: Object.keys(screen.data).filter((name) => !needed.has(name) && !told.has(name)) }
}

/** Data that comes under a condition is not for the whole body to wait for, and what nothing waits for shows neither that it loads nor that it is empty. */
export function checkWaits(screen: Screen, file: string, contract: Contract, places: Places): void {
  const { needed, told } = waitsOf(screen, contract)
  for (const [name, { when, looks, emptyWhen }] of Object.entries(screen.data)) {
    if (when !== undefined && !told.has(name) && !needed.has(name)) places.report(conditionalRegion, file, `data/${name}/when`, `No node waits for "${name}", so the whole screen is empty while this does not hold.`, `Put "needs": "${name}" on the node that shows it, or "tells": ["${name}"] where that need not wait for it.`)
    if (!told.has(name) || needed.has(name)) continue
    const unseen = [looks?.loading && 'loading', looks?.empty && 'empty', emptyWhen !== undefined && 'emptyWhen'].filter((word) => typeof word === 'string')
    for (const word of unseen) places.report(toldRegion, file, `data/${name}/${word}`, `No node waits for "${name}", so nobody sees this.`, `Take it away, or put "needs": "${name}" on the node that shows it.`, true)
  }
}
