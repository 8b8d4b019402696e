import type { Expr } from '../../src/core/program.ts'

/** Number of operations in expressions; a shared one counts at each occurrence. Stops counting above `most`. */
export function countOperations(exprs: readonly Expr[], most: number): number {
  let count = 0
  for (const expr of exprs) {
    if (count > most) break
    count += Array.isArray(expr) ? 1 + countOperations(expr as readonly Expr[], most - count) : 1
  }
  return count
}
