import type { Rule } from '../rule.ts'
import { didYouMean } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'unknown-call',
    severity: 'error',
    doc: 'A call exists in schemas/api.',
  },
  on: {
    unknownCall: ({ call, calls }, report) =>
      report({ code: 'noCall', params: { call }, suggestion: didYouMean(call, calls) }),
  },
}
export default rule
