import { showType } from '../infer/describeType.ts'
import type { Report, Rule } from '../source/diagnostics.ts'
import { suggest } from '../source/nearest.ts'
import type { Type } from '../infer/types.ts'

const rule: Rule = {
  name: 'enum-value',
  severity: 'error',
  follows: { 'invalid-literal': 'node', 'duplicate-id': 'node', 'impossible-schema': 'near' },
  doc: 'A value is one of those that the schema allows.',
}
export default rule

/** A comparison with a value, or one of several, that an enumeration does not have. */
export const isNever = (source: string, given: readonly string[], wrong: string, values: Iterable<string>): Report => ({
  rule,
  code: 'isNever',
  params: { source, k: showType({ k: 'string', enum: given }) },
  suggestion: suggest(wrong, values),
})

/** A comparison with another value than the only one that is possible here. */
export const isOnly = (source: string, only: string, wrong: string): Report => ({
  rule,
  code: 'isOnly',
  params: { source, only, wrong },
})

export const hasNever = (source: string, wrong: string, values: Iterable<string>): Report => ({
  rule,
  code: 'hasNever',
  params: { source, wrong },
  suggestion: suggest(wrong, values),
})

export const noPreference = (name: string, preferences: Iterable<string>): Report => ({
  rule,
  code: 'noPreference',
  params: { name },
  suggestion: suggest(name, preferences),
})

export const literalNotAllowed = (value: unknown, values: readonly string[]): Report => ({
  rule,
  code: 'literalNotAllowed',
  params: { value: JSON.stringify(value), values: values.join(', ') },
  suggestion: suggest(String(value), values),
})

export const onlyNumbers = (values: readonly number[]): Report => ({
  rule,
  code: 'onlyNumbers',
  params: { values: values.join(', ') },
})

export const anyString = (from: Type, to: Type): Report => ({
  rule,
  code: 'anyString',
  params: { from: showType(from), to: showType(to) },
})

export const mayNotBe = (value: string, to: Type): Report => ({
  rule,
  code: 'mayNotBe',
  params: { value, to: showType(to).replace('one of ', '') },
})
