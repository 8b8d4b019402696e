import type { Report, Rule } from '../source/diagnostics.ts'
import { didYouMean } from '../source/nearest.ts'

const rule: Rule = {
  name: 'unknown-call',
  severity: 'error',
  doc: 'A call exists in schemas/api.',
}
export default rule

export const noCall = (call: string, calls: Iterable<string>): Report => ({
  rule,
  code: 'noCall',
  params: { call },
  suggestion: didYouMean(call, calls),
})
