import type { Expr } from '../../src/core/program.ts'
import { functions } from '../../src/core/signatures.ts'

/** The expressions, as JSON, whose values the words of confirms say whatever happens. */
export type ConfirmedValues = readonly string[]

/** Functions that write a number for the reader, whole: what they show is their first argument. */
const formatsWholeNumber = (name: string): boolean => {
  const signature = Object.hasOwn(functions, name) ? functions[name] : undefined
  return signature?.result === 'string' && !signature.rounds && /decimal|number/.test(signature.params[0] ?? '')
}

/** Values that an expression of text shows. What stands under a condition is not shown for sure. */
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
      return formatsWholeNumber(String(args[0])) ? [JSON.stringify(args[1])] : []
    default:
      return [JSON.stringify(expr)]
  }
}
