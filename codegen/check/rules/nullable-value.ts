import { showType } from '../../compile/describeType.ts'
import type { Report, Rule } from '../../compile/diagnostics.ts'
import type { Type } from '../../compile/types.ts'

const rule: Rule = {
  name: 'nullable-value',
  severity: 'error',
  countsPlaces: true,
  doc: 'A value that may be null is narrowed before use: by “visible”, a ternary, &&, has() or orValue().',
}
export default rule

const NARROW =
  'Check first that it has a value ("visible" with != null, or a ternary), or say what to use instead: .orValue(…).'

export const mayBeNullHere = (source: string): Report => ({
  rule,
  message: `${source} may be empty (null) here.`,
  suggestion: NARROW,
})

export const notNullExpected = (to: Type): Report => ({
  rule,
  message: `This may be empty (null), and ${showType(to)} is expected.`,
  suggestion: NARROW,
})

export const fieldMayBeAbsent = (name: string): Report => ({
  rule,
  message: `Field "${name}" may be absent, and it is required.`,
  suggestion: NARROW,
})

export const argumentMayBeNull = (name: string, key: string): Report => ({
  rule,
  message: `The argument "${name}" of the text "${key}" may be empty (null).`,
  suggestion: 'Check first that it has a value, or say what to use instead: .orValue(…).',
})

/** A state or a place in one that may be null, and the field in it that a step sets. */
export const setsFieldOfNull = (outer: string, field: string): Report => ({
  rule,
  message: `"${outer}" may be null here, and then has no "${field}" to set.`,
  suggestion: `Set "${outer}" as a whole.`,
})
