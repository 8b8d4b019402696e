import type { Screen } from '../../../src/core/program.ts'
import { entriesOf, isOperation } from '../../../src/core/visit.ts'
import type { Contract } from '../contract.ts'
import { exitsOfBody } from './exits.ts'
import type { FlowReporter } from './flowReporter.ts'
import { argumentOfKind } from './stateChanges.ts'
import selfNavigation from '../../check/rules/self-navigation.ts'

/** Reports navigation to the current screen with the same parameters. */
export function checkSelfNavigation(screen: Screen, file: string, contract: Contract, reporter: FlowReporter): void {
  for (const { to, at, step } of exitsOfBody(screen, contract)) {
    if (to !== screen.route || (step && !sameParams(screen, step, contract))) continue
    reporter.report(
      selfNavigation,
      file,
      step ? `${at}/${argumentOfKind(contract.actions.get(step.action), 'route') ?? ''}` : at,
      'This navigates to its own screen, with the same parameters.',
      'Use {"action": "refresh"} to fetch its data again.',
    )
  }
}

function sameParams(
  screen: Screen,
  step: NonNullable<ReturnType<typeof exitsOfBody>[number]['step']>,
  contract: Contract,
): boolean {
  const argument = argumentOfKind(contract.actions.get(step.action), 'params') ?? ''
  const given = step.exprs?.[argument] ?? null
  const names = Object.keys(screen.params)
  if (names.length === 0) return true
  if (!isOperation(given) || given[0] !== 'map') return false
  const entries = new Map(entriesOf(given))
  return names.every((name) => JSON.stringify(entries.get(name)) === JSON.stringify(['@', 'params', name]))
}
