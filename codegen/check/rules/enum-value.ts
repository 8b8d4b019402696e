import { showType } from '../../compile/describeType.ts'
import type { Report, Rule } from '../../compile/diagnostics.ts'
import { suggest } from '../../compile/nearest.ts'
import type { Type } from '../../compile/types.ts'

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
  message: `${source} is never ${showType({ k: 'string', enum: given })}.`,
  suggestion: suggest(wrong, values) ?? 'Compare it with one of its values.',
})

/** A comparison with another value than the only one that is possible here. */
export const isOnly = (source: string, only: string, wrong: string): Report => ({
  rule,
  message: `${source} is always "${only}" here, so it is never "${wrong}".`,
  suggestion: `Compare it with "${only}", or correct the condition around this one.`,
})

export const hasNever = (source: string, wrong: string, values: Iterable<string>): Report => ({
  rule,
  message: `${source} never has "${wrong}".`,
  suggestion: suggest(wrong, values) ?? 'Compare it with one of its values.',
})

export const noPreference = (name: string, preferences: Iterable<string>): Report => ({
  rule,
  message: `There is no preference "${name}" in schemas/preferences.json.`,
  suggestion: suggest(name, preferences),
})

export const literalNotAllowed = (value: unknown, values: readonly string[]): Report => ({
  rule,
  message: `${JSON.stringify(value)} is not one of the allowed values: ${values.join(', ')}.`,
  suggestion: suggest(String(value), values) ?? 'Write one of these.',
})

export const onlyNumbers = (values: readonly number[]): Report => ({
  rule,
  message: `Only ${values.join(', ')} is allowed here.`,
  suggestion: 'Choose one of these with a ternary.',
})

export const anyString = (from: Type, to: Type): Report => ({
  rule,
  message: `This is ${showType(from)}, and only ${showType(to)} is allowed here.`,
  suggestion: 'Declare the possible values at its source: {"type": "string", "enum": […]}.',
})

export const mayNotBe = (value: string, to: Type): Report => ({
  rule,
  message: `"${value}" is not one of the allowed values: ${showType(to).replace('one of ', '')}.`,
})
