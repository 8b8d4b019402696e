import type { Expr, Operation } from '../../../src/engine/language/expressions/program.ts'
import { isOperation } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import { walkOperations } from '../flow/walk.ts'

const rule: Rule = {
  meta: {
    name: 'reversed-text',
    severity: 'error',
    doc: 'The text of a value is requested for the value itself, not for the other one of two.',
  },
  on: {
    screen({ screen, contract }, report) {
      walkOperations(screen, contract.actions, (operation, at) => {
        if (isReversedName(operation)) report({ code: 'reversedName' }, at)
      })
    },
  },
}
export default rule

/** Whether the text of a value is requested for the other one: `enumText('side', side == 'buy' ? 'sell' : 'buy')`. */
function isReversedName(operation: Operation): boolean {
  if (operation[0] !== 'f' || operation[1] !== 'enumText') return false
  const choice = operation.at(-1) as Expr
  if (!isOperation(choice) || choice[0] !== '?:') return false
  const [, condition, then, otherwise] = choice
  if (!isOperation(condition) || (condition[0] !== '==' && condition[0] !== '!=')) return false
  const literal = condition.slice(1).find((operand): operand is string => typeof operand === 'string')
  return literal !== undefined && (condition[0] === '==' ? otherwise === literal && then !== literal : then === literal)
}
