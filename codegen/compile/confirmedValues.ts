import type { Expr } from '../../src/core/program.ts'
import { entriesOf, isOperation, operandsOf } from '../../src/core/visit.ts'
import { signatures } from '../../src/core/signatures.ts'

/** Expressions, as JSON, whose values a confirmation always displays. */
export type ConfirmedValues = readonly string[]

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
export function displayedValues(expr: Expr): string[] {
  if (!isOperation(expr)) return [JSON.stringify(expr)]
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
      return displayedValues(expr[2]).filter((one) => other.includes(one))
    }
    case 'f': {
      const [, name, ...args] = expr
      return formatsWithoutRounding(name, args) ? [JSON.stringify(args[0])] : []
    }
    default:
      return [JSON.stringify(expr)]
  }
}
