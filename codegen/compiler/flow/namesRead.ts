import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import { isOperation, operationsOf } from '../../../src/engine/language/expressions/visit.ts'

/** The names at the ends of the paths that an expression reads: `state.from` and `result.quote.ask` give "from" and "ask". */
export function namesRead(expr: Expr): string[] {
  const operations = operationsOf(expr)
  const inner = new Set(
    operations.flatMap((operation) => (operation[0] === '.' && isOperation(operation[1]) ? [operation[1]] : [])),
  )
  return operations.flatMap((operation) =>
    inner.has(operation) ? [] : operation[0] === '.' ? [operation[2]] : operation[0] === '@' ? [operation[2]] : [],
  )
}
