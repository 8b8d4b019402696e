import type { Expr, Screen } from '../../../src/core/program.ts'
import { isOperation, operandsOf, someOperation } from '../../../src/core/visit.ts'
import { signatures } from '../../../src/core/signatures.ts'
import type { CheckingRule } from '../../compile/checkingRule.ts'
import type { ActionDef } from '../../compile/contract.ts'
import type { Report } from '../../compile/diagnostics.ts'
import { isReadArgument } from '../../compile/confirmedValues.ts'
import { walkScreen } from '../../compile/flow/walk.ts'
import { writtenOut } from '../../compile/flow/writtenOut.ts'

const rule: CheckingRule = {
  name: 'frozen-price',
  severity: 'error',
  doc: 'The texts of a confirmation have no figure that changes while it is open, such as a live price or a query with “refreshSeconds”: they are formed once.',
  screen({ screen, contract }, report) {
    walkScreen(screen, {
      actions: contract.actions,
      step(step, surroundings) {
        const action = contract.actions.get(step.action)
        if (!action?.confirms) return
        for (const [at, text] of textsOf(action, step.exprs ?? {})) {
          const whole = writtenOut(text, surroundings)
          if (readsLivePrice(whole)) report(frozenPrice(step.action), `${step.sourcePath}/${at}`)
          else if (hasFigureOfQuery(whole, screen)) report(frozenFigure(step.action), `${step.sourcePath}/${at}`)
        }
      },
    })
  },
}
export default rule

const frozenPrice = (action: string): Report => ({
  rule,
  code: 'frozenPrice',
  params: { action },
})

const frozenFigure = (action: string): Report => ({
  rule,
  code: 'frozenFigure',
  params: { action },
})

/** The texts of a confirmation with their paths: each item of a list separately. */
function textsOf(action: ActionDef, exprs: Readonly<Record<string, Expr>>): [at: string, text: Expr][] {
  return Object.entries(exprs).flatMap(([name, expr]): [string, Expr][] => {
    if (!isReadArgument(action, name)) return []
    return isOperation(expr) && expr[0] === 'list'
      ? operandsOf(expr).map((item, index) => [`${name}/${index}`, item])
      : [[name, expr]]
  })
}

const readsLivePrice = (expr: Expr): boolean =>
  someOperation(expr, (operation) => operation[0] === 'f' && signatures[operation[1]]?.ticks === true)

/** Whether a number as a text reads the answer of a query that is fetched again every few seconds. */
const hasFigureOfQuery = (expr: Expr, { queries }: Pick<Screen, 'queries'>): boolean =>
  someOperation(
    expr,
    (operation) =>
      operation[0] === 'f' &&
      /decimal|number/.test(signatures[operation[1]]?.params[0] ?? '') &&
      signatures[operation[1]]?.result === 'string' &&
      someOperation(
        operation,
        (read) => read[0] === '@' && read[1] === 'data' && queries[read[2]]?.refreshSeconds !== undefined,
      ),
  )
