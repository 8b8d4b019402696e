import { isExpected, showType } from '../../compile/describeType.ts'
import type { Report, Rule } from '../../compile/diagnostics.ts'
import type { Type } from '../../compile/types.ts'

const rule: Rule = {
  name: 'untyped-value',
  severity: 'error',
  countsPlaces: true,
  doc: 'A value of unknown type is converted with string(), int() or double() before use.',
}
export default rule

const CAST = 'Cast it with string(…), int(…) or double(…).'

export const cannotBeInferred = (source: string, why: string): Report => ({
  rule,
  message: `The type of ${source} cannot be inferred: ${why}.`,
  suggestion: CAST,
})

export const unknownType = (from: Type, to: Type): Report => ({
  rule,
  message: to.k === 'unknown' ? `This is ${showType(from)}.` : isExpected(showType(from), to),
  suggestion: CAST,
})

/** An argument of a function that takes any known type. */
export const unknownArgument = (why: string): Report => ({ rule, message: `This is unknown: ${why}.` })
