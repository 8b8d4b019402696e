import type { Report, Rule, Suggestion } from '../../compile/diagnostics.ts'
import { didYouMean, suggest } from '../../compile/nearest.ts'

const rule: Rule = {
  name: 'unknown-property',
  severity: 'error',
  follows: { 'query-effect': 'near' },
  doc: 'A screen, node, step, query or part has only the keywords of the language.',
}
export default rule

/** `holder`: what cannot have the member, e.g. "A screen". */
export const hasNoMember = (holder: string, name: string, suggestion: Suggestion | undefined): Report => ({
  rule,
  message: `${holder} has no "${name}".`,
  suggestion,
})

export const notInText = (name: string): Report => ({
  rule,
  message: `There is no "${name}" in a text.`,
  suggestion: didYouMean(name, ['text', 'args']),
})

export const notHere = (name: string, names: Iterable<string>): Report => ({
  rule,
  message: `There is no "${name}" here.`,
  suggestion: suggest(name, names),
})

export const noPayloadField = (name: string, fields: Iterable<string>): Report => ({
  rule,
  message: `The payload has no field "${name}".`,
  suggestion: didYouMean(name, fields),
})

/** A keyword that has a meaning only beside another one. */
export const needsBeside = (keyword: string, other: string): Report => ({
  rule,
  message: `"${keyword}" needs "${other}" beside it.`,
  suggestion: 'Add the one, or remove the other.',
})
