import type { Report, Rule, Advice } from '../source/diagnostics.ts'
import { didYouMean, suggest } from '../source/nearest.ts'

const rule: Rule = {
  name: 'unknown-property',
  severity: 'error',
  follows: { 'query-effect': 'near' },
  doc: 'A screen, node, step, query or part has only the keywords of the language.',
}
export default rule

/** `holder`: what cannot have the member, e.g. "A screen". */
export const hasNoMember = (holder: string, name: string, suggestion: Advice | undefined): Report => ({
  rule,
  code: 'hasNoMember',
  params: { holder, name },
  suggestion,
})

export const notInText = (name: string): Report => ({
  rule,
  code: 'notInText',
  params: { name },
  suggestion: didYouMean(name, ['text', 'args']),
})

export const notHere = (name: string, names: Iterable<string>): Report => ({
  rule,
  code: 'notHere',
  params: { name },
  suggestion: suggest(name, names),
})

export const noPayloadField = (name: string, fields: Iterable<string>): Report => ({
  rule,
  code: 'noPayloadField',
  params: { name },
  suggestion: didYouMean(name, fields),
})

/** A keyword that has a meaning only beside another one. */
export const needsBeside = (keyword: string, other: string): Report => ({
  rule,
  code: 'needsBeside',
  params: { keyword, other },
})
