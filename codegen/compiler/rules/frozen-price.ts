import type { Expr, Screen } from '../../../src/engine/language/expressions/program.ts'
import { someOperation } from '../../../src/engine/language/expressions/visit.ts'
import { readsTicking, type Signatures } from '../contract/functions.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { walkConfirmations } from '../flow/confirmations.ts'

const rule: Rule = {
  meta: {
    name: 'frozen-price',
    severity: 'error',
    doc: 'The texts of a confirmation have no figure that changes while it is open, such as a live price or a query with “refreshSeconds”: they are formed once.',
  },
  on: {
    screen({ screen, contract }, report) {
      walkConfirmations(screen, contract, ({ step, texts }) => {
        for (const [path, text] of texts) {
          if (readsTicking(text, contract.signatures)) report(frozenPrice(step.action), `${step.sourcePath}/${path}`)
          else if (hasFigureOfQuery(text, screen, contract.signatures))
            report(frozenFigure(step.action), `${step.sourcePath}/${path}`)
        }
      })
    },
  },
}
export default rule

const frozenPrice = (action: string): Report => ({
  code: 'frozenPrice',
  params: { action },
})

const frozenFigure = (action: string): Report => ({
  code: 'frozenFigure',
  params: { action },
})

/** Whether a number as a text reads the answer of a query that is fetched again every few seconds. */
const hasFigureOfQuery = (expr: Expr, { queries }: Pick<Screen, 'queries'>, signatures: Signatures): boolean =>
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
