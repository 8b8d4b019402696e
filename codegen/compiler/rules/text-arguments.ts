import { showType } from '../infer/describeType.ts'
import type { Report, Rule } from '../source/diagnostics.ts'
import { suggest } from '../source/nearest.ts'
import type { Type } from '../infer/types.ts'
import type { Advice } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'text-arguments',
  severity: 'error',
  doc: 'A text gets exactly the arguments that it names, as texts or numbers.',
}
export default rule

export const notMap = (): Report => ({
  rule,
  code: 'notMap',
})

export const argumentNeeded = (key: string, name: string): Report => ({
  rule,
  code: 'argumentNeeded',
  params: { key, name },
})

/** `hint`: the function that makes a text of the value. */
export const argumentType = (
  key: string,
  name: string,
  type: Type,
  expected: 'a whole number' | 'a string',
  hint: Advice | undefined,
): Report => ({
  rule,
  code: 'argumentType',
  params: { name, key, type: showType(type), expected },
  suggestion: hint,
})

export const noArgument = (key: string, name: string, names: Iterable<string>): Report => ({
  rule,
  code: 'noArgument',
  params: { key, name },
  suggestion: suggest(name, names),
})
