import type { Rule } from '../rule.ts'
import { didYouMean } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'unknown-part',
    severity: 'error',
    doc: 'A part exists, and its props are parameters that it declares.',
  },
  on: {
    unknownPartParam: ({ part, name, params }, report) =>
      report({ code: 'unknownParam', params: { part, name }, suggestion: didYouMean(name, params) }),
    unknownPart: ({ part, parts }, report) =>
      report({ code: 'unknownPart', params: { part }, suggestion: didYouMean(part, parts) }),
  },
}
export default rule
