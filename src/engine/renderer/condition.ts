import { evaluate, ExpressionError, type Env, type Scope } from '../language/expressions/evaluate.ts'
import type { Expr } from '../language/expressions/program.ts'

/** Returns the value of a condition; throws an ExpressionError when it is no boolean. */
export function evaluateCondition(expr: Expr, scope: Scope | null, env: Env): boolean {
  const value = evaluate(expr, scope, env)
  if (typeof value === 'boolean') return value
  throw new ExpressionError('A condition is neither true nor false.')
}
