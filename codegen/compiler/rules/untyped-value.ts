import { isExpected, showType } from '../infer/describeType.ts'
import type { Report, Rule } from '../source/diagnostics.ts'
import type { Type } from '../infer/types.ts'

const rule: Rule = {
  name: 'untyped-value',
  severity: 'error',
  countsPlaces: true,
  doc: 'A value of unknown type is converted with string(), int() or double() before use.',
}
export default rule

export const cannotBeInferred = (source: string, why: string): Report => ({
  rule,
  code: 'cannotBeInferred',
  params: { source, why },
})

export const unknownType = (from: Type, to: Type): Report => ({
  rule,
  ...(to.k === 'unknown' ? { code: 'isType', params: { type: showType(from) } } : isExpected(showType(from), to)),
})

/** An argument of a function that takes any known type. */
export const unknownArgument = (why: string): Report => ({ rule, code: 'unknownArgument', params: { why } })
