import type { Expr, Screen, Step } from '../../../src/core/program.ts'
import { operationsOf, visitSteps } from '../../../src/core/visit.ts'
import type { Contract } from '../contract.ts'
import { exitsIn } from './exits.ts'
import { writeVisitor } from './stateChanges.ts'
import { walkScreen } from './walk.ts'
import type { FlowReporter } from './flowReporter.ts'
import stuckSheet from '../../check/rules/stuck-sheet.ts'

/** The closing event of a sheet or dialog must set a state that its open condition reads, else it cannot be closed. */
export function checkStuckOverlays(screen: Screen, file: string, contract: Contract, reporter: FlowReporter): void {
  walkScreen(screen, {
    actions: contract.actions,
    node(node, surroundings) {
      for (const [event, { dismisses }] of Object.entries(contract.widgets.get(node.widget)?.events ?? {})) {
        if (
          dismisses === undefined ||
          canClose(
            node.on?.[event] ?? [],
            [node.exprs?.[dismisses] ?? null, ...surroundings.conditions.map((one) => one.expr)],
            contract,
          )
        )
          continue
        const handled = node.on?.[event] !== undefined
        reporter.report(
          stuckSheet,
          file,
          handled ? `${node.sourcePath}/on/${event}` : node.sourcePath,
          `${node.widget} cannot be closed: ${handled ? `its "${event}" sets no state that keeps it open` : `nothing handles its "${event}"`}.`,
          `Bind "${dismisses}" to a state, and set that state in "${event}".`,
        )
      }
    },
  })
}

function canClose(steps: readonly Step[], open: readonly Expr[], contract: Contract): boolean {
  const keeps = new Set(open.flatMap(statesIn))
  let closes = exitsIn(steps, contract).length > 0
  visitSteps(
    steps,
    writeVisitor(contract, (state) => {
      closes ||= keeps.has(state)
    }),
  )
  return closes
}

const statesIn = (expr: Expr): string[] =>
  operationsOf(expr).flatMap((read) => (read[0] === '@' && read[1] === 'state' ? [read[2]] : []))
