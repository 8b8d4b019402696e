import type { Report, Rule } from '../source/diagnostics.ts'
import { didYouMean } from '../source/nearest.ts'

const rule: Rule = {
  name: 'unknown-part',
  severity: 'error',
  doc: 'A part exists, and its props are parameters that it declares.',
}
export default rule

export const unknownPart = (part: string, parts: Iterable<string>): Report => ({
  rule,
  code: 'unknownPart',
  params: { part },
  suggestion: didYouMean(part, parts),
})

export const unknownParam = (part: string, name: string, params: Iterable<string>): Report => ({
  rule,
  code: 'unknownParam',
  params: { part, name },
  suggestion: didYouMean(name, params),
})
