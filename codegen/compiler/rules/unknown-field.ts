import { showType } from '../infer/describeType.ts'
import type { Report, Rule } from '../source/diagnostics.ts'
import { hintForName } from '../infer/foreignSyntaxHints.ts'
import { didYouMean } from '../source/nearest.ts'
import type { Type } from '../infer/types.ts'

const rule: Rule = {
  name: 'unknown-field',
  severity: 'error',
  follows: { 'query-effect': 'file', 'outcome-text': 'handler' },
  doc: 'A field in an expression exists in the type of its object.',
}
export default rule

export const noField = (name: string, source: string, type: Type, names: Iterable<string> = []): Report => ({
  rule,
  code: 'noField',
  params: { name, source, type: showType(type) },
  suggestion: didYouMean(name, names) ?? hintForName(name),
  ...(type.k === 'object' && type.name !== undefined ? { cause: { name: `${type.name}.${name}` } } : {}),
})

export const noFieldOfUnion = (name: string, source: string, names: Iterable<string>): Report => ({
  rule,
  code: 'noFieldOfUnion',
  params: { name, source },
  suggestion: didYouMean(name, names),
})

/** `tag`: the field that distinguishes the objects of the union. */
export const fieldOfSome = (name: string, source: string, tag: string): Report => ({
  rule,
  code: 'fieldOfSome',
  params: { source, name, tag },
})
