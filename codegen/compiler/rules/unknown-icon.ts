import type { Rule } from '../rule.ts'
import { didYouMean } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'unknown-icon',
    severity: 'error',
    doc: 'An icon exists in the Icon widget.',
  },
  on: {
    unknownIcon: ({ icon, icons }, report) =>
      report({ code: 'noIcon', params: { icon }, suggestion: didYouMean(icon, icons) }),
  },
}
export default rule
