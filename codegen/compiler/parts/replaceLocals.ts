import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import { mapExpr } from '../../../src/engine/language/expressions/visit.ts'

/** The expression with these locals replaced by their expressions. */
export const replaceLocals = (expr: Expr, bound: Readonly<Record<string, Expr>>): Expr =>
  hasEntries(bound)
    ? mapExpr(expr, (operation) =>
        operation[0] === 'v' && Object.hasOwn(bound, operation[1]) ? (bound[operation[1]] ?? null) : undefined,
      )
    : expr

/** Most positions have no locals of "let". */
export const hasEntries = (bound: Readonly<Record<string, Expr>>): boolean => Object.keys(bound).length > 0
