import type { Expr, Operation } from '../../../src/core/program.ts'
import { isOperation, operationsOf } from '../../../src/core/visit.ts'
import type { CheckingRule } from '../../compile/checkingRule.ts'
import type { Report } from '../../compile/diagnostics.ts'
import { walkScreen } from '../../compile/flow/walk.ts'

const rule: CheckingRule = {
  name: 'exchanged-texts',
  severity: 'error',
  doc: 'A choice between two texts gives the text that is named after a value for this value, not for the other one.',
  screen({ screen, contract }, report) {
    const check = (exprs: Readonly<Record<string, Expr>> | undefined, at: string): void => {
      for (const [name, expr] of Object.entries(exprs ?? {}))
        for (const operation of operationsOf(expr)) {
          const value = exchanged(operation)
          if (value !== undefined) report(otherText(value), `${at}/${name}`)
          if (isReversedName(operation)) report(reversedName(), `${at}/${name}`)
        }
    }
    walkScreen(screen, {
      actions: contract.actions,
      node: ({ exprs, sourcePath }) => check(exprs, `${sourcePath}/props`),
      step: ({ exprs, sourcePath }) => check(exprs, sourcePath),
    })
  },
}
export default rule

/** The value for which `x == value ? text(a) : text(b)` gives a text that is not named after it, while the other one is. */
function exchanged(expr: Expr): string | undefined {
  if (!isOperation(expr) || expr[0] !== '?:') return undefined
  const [, condition, then, otherwise] = expr
  if (!isOperation(condition) || (condition[0] !== '==' && condition[0] !== '!=')) return undefined
  const value = condition.slice(1).find((one): one is string => typeof one === 'string')
  const [first, second] = condition[0] === '==' ? [then, otherwise] : [otherwise, then]
  const [own, other] = [wordsOf(first), wordsOf(second)]
  if (value === undefined || !own || !other) return undefined
  const word = value.toLowerCase()
  return !own.includes(word) && other.includes(word) ? value : undefined
}

/** The words of the last segment of a text’s key: "buyLong" has "buy" and "long". */
function wordsOf(expr: Expr): string[] | undefined {
  if (!isOperation(expr) || expr[0] !== 't') return undefined
  const name = expr[1].split('.').at(-1) ?? ''
  return name.split(/(?=[A-Z])/).map((word) => word.toLowerCase())
}

/** Whether the text of a value is requested for the other one: `enumText('side', side == 'buy' ? 'sell' : 'buy')`. */
function isReversedName(operation: Operation): boolean {
  if (operation[0] !== 'f' || operation[1] !== 'enumText') return false
  const choice = operation.at(-1) as Expr
  if (!isOperation(choice) || choice[0] !== '?:') return false
  const [, condition, then, otherwise] = choice
  if (!isOperation(condition) || (condition[0] !== '==' && condition[0] !== '!=')) return false
  const literal = condition.slice(1).find((one): one is string => typeof one === 'string')
  return literal !== undefined && (condition[0] === '==' ? otherwise === literal && then !== literal : then === literal)
}

const reversedName = (): Report => ({
  rule,
  message: 'This gives the text of the other value for each of the two.',
  suggestion: 'Write enumText(…) with the value itself.',
})

const otherText = (value: string): Report => ({
  rule,
  message: `For '${value}' this gives another text, and the text that is named after '${value}' for the other value.`,
  suggestion: 'Exchange the two texts.',
})
