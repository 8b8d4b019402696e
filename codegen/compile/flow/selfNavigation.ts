import type { Expr, Screen } from '../../../src/core/program.ts'
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
  if (!Array.isArray(given) || given[0] !== 'map') return false
  const entries = (given as readonly Expr[]).slice(1)
  return names.every((name) => {
    const index = entries.findIndex((entry, index) => index % 2 === 0 && entry === name)
    return index >= 0 && JSON.stringify(entries[index + 1]) === JSON.stringify(['@', 'params', name])
  })
}
