import type { Expr, Json, Step } from '../../../src/engine/language/expressions/program.ts'
import { entriesOf, isOperation } from '../../../src/engine/language/expressions/visit.ts'
import { isJsonObject } from '../../../src/engine/language/values/json.ts'

/** The members of the payload in an argument of a step, by name; none for a payload that is not written as an object. */
export function sentValues(
  { args, exprs }: Pick<Step, 'args' | 'exprs'>,
  argument: string,
): ReadonlyMap<string, Expr | Json> {
  const [json, expr] = [args?.[argument], exprs?.[argument]]
  if (isJsonObject(json)) return new Map<string, Expr | Json>(Object.entries(json))
  return isOperation(expr) && expr[0] === 'map'
    ? new Map(entriesOf(expr).map(([key, value]) => [String(key), value]))
    : new Map()
}
