import type { Expr } from '../../src/core/program.ts'
import { signatures } from '../../src/core/signatures.ts'

/** Expressions, as JSON, whose values a confirmation always displays. */
export type ConfirmedValues = readonly string[]

/** Whether a call of a function formats its first argument without rounding. */
const formatsWithoutRounding = ([name, ...args]: readonly Expr[]): boolean => {
  const signature = Object.hasOwn(signatures, String(name)) ? signatures[String(name)] : undefined
  return (
    signature?.result === 'string' &&
    (signature.roundingArgument === undefined || args[signature.roundingArgument] === undefined) &&
    /decimal|number/.test(signature.params[0] ?? '')
  )
}

/** Values that a text expression displays on every path. */
export function displayedValues(expr: Expr): string[] {
  if (!Array.isArray(expr)) return [JSON.stringify(expr)]
  const [op, ...args] = expr as unknown as readonly [string, ...Expr[]]
  switch (op) {
    case 's+':
    case 'list':
      return args.flatMap(displayedValues)
    case 'map':
      return args.flatMap((arg, index) => (index % 2 === 1 ? displayedValues(arg) : []))
    case 't':
      return args[1] === undefined ? [] : displayedValues(args[1])
    case '?:': {
      const other = displayedValues(args[2] ?? null)
      return displayedValues(args[1] ?? null).filter((one) => other.includes(one))
    }
    case 'f':
      return formatsWithoutRounding(args) ? [JSON.stringify(args[1])] : []
    default:
      return [JSON.stringify(expr)]
  }
}
