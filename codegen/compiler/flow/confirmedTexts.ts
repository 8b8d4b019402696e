import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import { isOperation, operandsOf } from '../../../src/engine/language/expressions/visit.ts'
import type { ActionDef } from '../contract/contract.ts'
import type { Schema } from '../contract/schema.ts'

/** The texts of the confirmations before a step. */
export type ConfirmedTexts = readonly Expr[]

/** The texts of a confirmation that the user reads, with their paths in the step: each item of a list by itself. */
export function textsOfConfirmation(
  action: ActionDef,
  exprs: Readonly<Record<string, Expr>>,
): [path: string, text: Expr][] {
  return Object.entries(exprs).flatMap(([name, expr]): [string, Expr][] => {
    if (!isReadArgument(action, name)) return []
    return isOperation(expr) && expr[0] === 'list'
      ? operandsOf(expr).map((item, index) => [`${name}/${index}`, item])
      : [[name, expr]]
  })
}

/** The texts of a confirmation that the user reads. */
export const confirmedTexts = (action: ActionDef, exprs: Readonly<Record<string, Expr>>): Expr[] =>
  textsOfConfirmation(action, exprs).map(([, text]) => text)

/** Whether users read an argument. */
export function isReadArgument(action: ActionDef, name: string): boolean {
  const schema = action.args.properties?.[name]
  return schema !== undefined && isRead(schema)
}

const isRead = (schema: Schema): boolean =>
  schema.format === 'text' ||
  schema['x-confirmed-value'] !== undefined ||
  Object.values(schema.properties ?? {}).some(isRead) ||
  (schema.items !== undefined && isRead(schema.items))
