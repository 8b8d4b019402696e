import type { Expr } from '../../src/core/program.ts'
import { entriesOf, isOperation, operandsOf, sameExpr } from '../../src/core/visit.ts'
import { signatures } from '../../src/core/signatures.ts'

/** Expressions whose values a confirmation always displays. */
export type ConfirmedValues = readonly Expr[]

/** Whether a call of a function formats its first argument without rounding. */
const formatsWithoutRounding = (name: string, args: readonly Expr[]): boolean => {
  const signature = Object.hasOwn(signatures, name) ? signatures[name] : undefined
  return (
    signature?.result === 'string' &&
    (signature.roundingArgument === undefined || args[signature.roundingArgument] === undefined) &&
    /decimal|number/.test(signature.params[0] ?? '')
  )
}

/** Values that a text expression displays on every path. */
export function displayedValues(expr: Expr): Expr[] {
  if (!isOperation(expr)) return [expr]
  switch (expr[0]) {
    case 's+':
    case 'list':
      return operandsOf(expr).flatMap(displayedValues)
    case 'map':
      return entriesOf(expr).flatMap(([, value]) => displayedValues(value))
    case 't':
      return expr[2] === undefined ? [] : displayedValues(expr[2])
    case '?:': {
      const other = displayedValues(expr[3])
      return displayedValues(expr[2]).filter((one) => other.some((value) => sameExpr(value, one)))
    }
    case 'f': {
      const [, name, ...args] = expr
      return formatsWithoutRounding(name, args) ? args.slice(0, 1) : []
    }
    default:
      return [expr]
  }
}
