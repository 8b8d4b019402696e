import { LIMITS } from '../../../src/core/program.ts'
import type { Screen, Shell } from '../../../src/core/program.ts'
import type { Contract } from '../contract.ts'
import type { Diagnostic } from '../diagnostics.ts'
import type { CheckedScreen } from '../screen.ts'
import type { Source } from '../source.ts'
import type { RouteInfo } from '../declarations.ts'
import { checkStuckOverlays } from './stuckOverlays.ts'
import { checkDeadEnd } from './deadEnds.ts'
import { checkEmptyLists } from './emptyLists.ts'
import { checkRuleScreens } from './accessRuleScreens.ts'
import { FlowReporter } from './flowReporter.ts'
import { checkSecrets } from './secrets.ts'
import { checkSelfNavigation } from './selfNavigation.ts'
import { checkShowLoops } from './showLoops.ts'
import { checkQueryCycles } from './queryCycles.ts'
import { checkResults } from './results.ts'
import { checkAwaitedQueries } from './awaitedQueries.ts'

export interface FlowInput {
  sources: ReadonlyMap<string, Source>
  screens: readonly CheckedScreen[]
  routes: ReadonlyMap<string, RouteInfo>
  shell: Shell | undefined
  contract: Contract
}

/** Findings of one screen, cached until one of its inputs changes. */
const findingsCache = new WeakMap<Screen, { stamp: readonly unknown[]; diagnostics: Diagnostic[] }>()

/** Checks over the lowered screens: navigation, redirect loops, awaited queries, leaked secrets. */
export function checkFlow({ sources, screens, routes, shell, contract }: FlowInput): Diagnostic[] {
  const stamp = [routes, contract, JSON.stringify(shell)]
  const findings = screens.flatMap((one) => {
    // What is over the limit has been refused, and may be larger by far than the document it was written in.
    if (!one.screen || one.nodes > LIMITS.nodes) return []
    const before = findingsCache.get(one.screen)
    if (before?.stamp.every((value, index) => value === stamp[index])) return before.diagnostics
    const diagnostics = checkOne(one, one.screen, { sources, screens, routes, shell, contract })
    findingsCache.set(one.screen, { stamp, diagnostics })
    return diagnostics
  })
  const reporter = new FlowReporter(sources)
  checkResults(
    screens.filter((one) => one.nodes <= LIMITS.nodes),
    contract,
    reporter,
  )
  if (!shell) return [...findings, ...reporter.diagnostics]
  checkShowLoops(
    screens.filter((one) => one.nodes <= LIMITS.nodes),
    shell.login,
    contract,
    reporter,
  )
  return [...findings, ...reporter.diagnostics]
}

function checkOne(one: CheckedScreen, screen: Screen, { sources, routes, shell, contract }: FlowInput): Diagnostic[] {
  const reporter = new FlowReporter(sources)
  const { file } = one
  checkStuckOverlays(screen, file, contract, reporter)
  checkEmptyLists(screen, file, contract, reporter)
  checkAwaitedQueries(screen, file, reporter)
  checkQueryCycles(screen, file, reporter)
  checkSecrets(screen, file, contract, reporter)
  checkSelfNavigation(screen, file, contract, reporter)
  if (shell) {
    checkDeadEnd(screen, file, shell, contract, reporter)
    checkRuleScreens(one, shell.login, routes, reporter)
  }
  return reporter.diagnostics
}
