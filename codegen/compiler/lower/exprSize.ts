import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import { someOperation } from '../../../src/engine/language/expressions/visit.ts'

/** Number of operations and of their operands in expressions; a shared one counts at each occurrence. Stops counting above `limit`. */
export function countOperations(exprs: readonly Expr[], limit: number): number {
  let count = exprs.length
  exprs.some((expr) => someOperation(expr, ({ length }) => (count += length) > limit))
  return count
}
