import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import { mapExpr } from '../../../src/engine/language/expressions/visit.ts'
import type { Surroundings } from './walk.ts'

/** An expression with the names of "let" and the parameters of parts written out. An item of "each" remains a name. */
export function writtenOut(expr: Expr, { locals }: Surroundings): Expr {
  return mapExpr(expr, (operation) => {
    if (operation[0] !== 'v') return undefined
    const local = locals.get(operation[1])
    return local === undefined || local.isItem ? undefined : writtenOut(local.expr, local.surroundings)
  })
}
