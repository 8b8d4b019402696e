import type { Expr } from '../../src/core/program.ts'

/** Number of operations in expressions; a shared one counts at each occurrence. Stops counting above `most`. */
export function countOperations(exprs: readonly Expr[], limit: number): number {
  let count = 0
  for (const expr of exprs) {
    if (count > limit) break
    count += Array.isArray(expr) ? 1 + countOperations(expr as readonly Expr[], limit - count) : 1
  }
  return count
}
