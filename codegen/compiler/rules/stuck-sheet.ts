import type { Expr, Step } from '../../../src/engine/language/expressions/program.ts'
import { operationsOf, visitSteps } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { Vocabulary } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { exitsIn } from '../flow/exits.ts'
import { writeVisitor } from '../flow/stateChanges.ts'
import { MutableSet, mutableReadBy } from '../flow/mutable.ts'
import type { Mutable } from '../flow/mutable.ts'
import { walkScreen } from '../flow/walk.ts'

const rule: Rule = {
  meta: {
    name: 'stuck-sheet',
    severity: 'error',
    doc: 'A sheet or dialog in a screen can be closed.',
  },
  on: {
    screen({ screen, contract }, report) {
      walkScreen(screen, {
        actions: contract.actions,
        node(node, surroundings) {
          for (const [event, { dismisses }] of Object.entries(contract.widgets.get(node.widget)?.events ?? {})) {
            if (
              dismisses === undefined ||
              canClose(
                node.on?.[event] ?? [],
                [node.exprs?.[dismisses] ?? null, ...surroundings.conditions.map((condition) => condition.expr)],
                contract,
              )
            )
              continue
            const handled = node.on?.[event] !== undefined
            report(
              stuck(node.widget, event, dismisses, handled),
              handled ? `${node.sourcePath}/on/${event}` : node.sourcePath,
            )
          }
        },
      })
    },
  },
}
export default rule

const stuck = (widget: string, event: string, prop: string, handled: boolean): Report => ({
  code: handled ? 'setsNoState' : 'notHandled',
  params: { widget, event, prop },
})

function canClose(steps: readonly Step[], open: readonly Expr[], contract: Vocabulary): boolean {
  const keeps = new MutableSet(open.flatMap(statesIn))
  let closes = exitsIn(steps, contract).length > 0
  visitSteps(
    steps,
    writeVisitor(contract, (changed) => {
      closes ||= keeps.has(changed)
    }),
  )
  return closes
}

const statesIn = (expr: Expr): Mutable[] =>
  operationsOf(expr).flatMap((operation) => {
    const read = mutableReadBy(operation)
    return read?.kind === 'state' ? [read] : []
  })
