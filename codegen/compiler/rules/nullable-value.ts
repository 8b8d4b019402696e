import { showType } from '../infer/describeType.ts'
import type { Report, Rule } from '../source/diagnostics.ts'
import type { Type } from '../infer/types.ts'

const rule: Rule = {
  name: 'nullable-value',
  severity: 'error',
  countsPlaces: true,
  doc: 'A value that may be null is narrowed before use: by “visible”, a ternary, &&, has() or orValue().',
}
export default rule

export const mayBeNullHere = (source: string): Report => ({
  rule,
  code: 'mayBeNullHere',
  params: { source },
})

export const notNullExpected = (to: Type): Report => ({
  rule,
  code: 'notNullExpected',
  params: { to: showType(to) },
})

export const fieldMayBeAbsent = (name: string): Report => ({
  rule,
  code: 'fieldMayBeAbsent',
  params: { name },
})

export const argumentMayBeNull = (name: string, key: string): Report => ({
  rule,
  code: 'argumentMayBeNull',
  params: { name, key },
})

/** A state or a value in a state that may be null, and the field in it that a step sets. */
export const setsFieldOfNull = (outer: string, field: string): Report => ({
  rule,
  code: 'setsFieldOfNull',
  params: { outer, field },
})
