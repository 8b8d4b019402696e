import { LIMITS } from '../../../src/core/program.ts'
import type { Screen, Shell } from '../../../src/core/program.ts'
import type { Contract } from '../contract.ts'
import type { Diagnostic } from '../diagnostics.ts'
import type { CheckedScreen } from '../screen.ts'
import type { Source } from '../source.ts'
import type { RouteInfo } from '../compilationUnit.ts'
import { checkCovers } from './stuckOverlays.ts'
import { checkDeadEnd } from './deadEnds.ts'
import { checkEmptiness } from './emptyLists.ts'
import { checkGates } from './gateScreens.ts'
import { Places } from './flowReporter.ts'
import { checkSecrets } from './secrets.ts'
import { checkSelfNavigation } from './selfNavigation.ts'
import { checkShowLoops } from './showLoops.ts'
import { checkWaits } from './awaitedRegions.ts'

export interface Flow {
  sources: ReadonlyMap<string, Source>
  screens: readonly CheckedScreen[]
  routes: ReadonlyMap<string, RouteInfo>
  shell: Shell | undefined
  contract: Contract
}

/** Found of one screen alone, kept while nothing it depends on is another. */
const known = new WeakMap<Screen, { stamp: readonly unknown[]; diagnostics: Diagnostic[] }>()

/** What the lowered screens tell: where the reader can go, what leads on by itself, what is given away. */
export function checkFlow({ sources, screens, routes, shell, contract }: Flow): Diagnostic[] {
  const stamp = [routes, contract, JSON.stringify(shell)]
  const found = screens.flatMap((one) => {
    // What is over the limit has been refused, and may be larger by far than the document it was written in.
    if (!one.screen || one.nodes > LIMITS.nodes) return []
    const before = known.get(one.screen)
    if (before?.stamp.every((held, index) => held === stamp[index])) return before.diagnostics
    const diagnostics = checkOne(one, one.screen, { sources, screens, routes, shell, contract })
    known.set(one.screen, { stamp, diagnostics })
    return diagnostics
  })
  if (!shell) return found
  const places = new Places(sources)
  checkShowLoops(screens.filter((one) => one.nodes <= LIMITS.nodes), shell.login, contract, places)
  return [...found, ...places.diagnostics]
}

function checkOne(one: CheckedScreen, screen: Screen, { sources, routes, shell, contract }: Flow): Diagnostic[] {
  const places = new Places(sources)
  const { file } = one
  checkCovers(screen, file, contract, places)
  checkEmptiness(screen, file, contract, places)
  checkWaits(screen, file, contract, places)
  checkSecrets(screen, file, contract, places)
  checkSelfNavigation(screen, file, contract, places)
  if (shell) {
    checkDeadEnd(screen, file, shell, contract, places)
    checkGates(one, shell.login, routes, places)
  }
  return places.diagnostics
}
