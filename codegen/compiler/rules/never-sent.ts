import { awaitedBy, NODE_TRAITS } from '../../../src/engine/language/expressions/nodeTraits.ts'
import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import { exprKey, isOperation } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { truthWith } from '../flow/stateValues.ts'
import type { Scalar } from '../flow/stateValues.ts'
import { walkScreen } from '../flow/walk.ts'

const rule: Rule = {
  meta: {
    name: 'never-sent',
    severity: 'error',
    doc: 'A node waits only for a query that can be sent while the node is shown.',
  },
  on: {
    screen({ screen, contract }, report) {
      walkScreen(screen, {
        actions: contract.actions,
        node(node, { conditions }) {
          const awaited = awaitedBy(node)
          const enabled = awaited === undefined ? undefined : screen.queries[awaited]?.enabled
          if (awaited === undefined || enabled === undefined) return
          const known = new Map<string, Scalar>()
          for (const { expr, truth } of conditions) addValues(expr, truth, known)
          if (
            truthWith(enabled, (operand) => (isOperation(operand) ? known.get(exprKey(operand)) : undefined)) === false
          )
            report(waitsForever(awaited), `${node.sourcePath}/${NODE_TRAITS.awaits}`)
        },
      })
    },
  },
}
export default rule

/** Adds the values that a condition with this result gives to its operands. */
function addValues(expr: Expr, truth: boolean, known: Map<string, Scalar>): void {
  if (!isOperation(expr)) return
  known.set(exprKey(expr), truth)
  const [operator, left, right] = expr
  if (operator === '!') addValues(left, !truth, known)
  else if (operator === (truth ? '&&' : '||')) {
    addValues(left, truth, known)
    addValues(right, truth, known)
  } else if (operator === (truth ? '==' : '!=')) {
    if (isOperation(left) && !isOperation(right)) known.set(exprKey(left), right)
    else if (isOperation(right) && !isOperation(left)) known.set(exprKey(right), left)
  }
}

const waitsForever = (query: string): Report => ({
  code: 'waitsForever',
  params: { query },
})
