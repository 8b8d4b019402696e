import type { Screen, Shell } from '../../../src/core/program.ts'
import type { Contract } from '../contract.ts'
import { exitsOfBody, exitsOnShow } from './exits.ts'
import type { FlowReporter } from './flowReporter.ts'
import { queryUsageOf } from '../../../src/core/queryUsage.ts'
import deadEnd from '../../check/rules/dead-end.ts'

/**
 * A screen without the app's bar needs its own navigation on or back, also while its data loads and after a query fails.
 * Tabs have the tab bar.
 */
export function checkDeadEnd(
  screen: Screen,
  file: string,
  shell: Shell,
  contract: Contract,
  reporter: FlowReporter,
): void {
  if (screen.navigationBar === 'default' || shell.tabs.some((tab) => tab.route === screen.route)) return
  if (
    exitsOnShow(screen, contract).some(
      ({ surroundings }) => surroundings.conditions.length === 0 && surroundings.outcomes.length === 0,
    )
  )
    return
  const exits = exitsOfBody(screen, contract).filter(({ to }) => to !== screen.route)
  if (exits.length === 0) {
    reporter.report(
      deadEnd,
      file,
      'route',
      'This screen has no navigation forward or back, and no navigation bar of the app.',
      'Set "navigationBar": "default", or add a button with {"action": "back"}.',
    )
    return
  }
  const [awaited] = queryUsageOf(screen).awaitedByBody
  const waited =
    awaited ??
    (exits.every(({ surroundings }) => surroundings.needs.length > 0) ? exits[0]?.surroundings.needs[0] : undefined)
  if (waited !== undefined)
    reporter.report(
      deadEnd,
      file,
      `queries/${waited}`,
      `While the query "${waited}" loads, and after it fails, this screen has no navigation forward or back.`,
      `Put a back button outside of the nodes that wait for "${waited}".`,
      true,
    )
}
