import type { Rule } from '../rule.ts'
import { didYouMean } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'unknown-route',
    severity: 'error',
    doc: 'A route is the route of a screen.',
  },
  on: {
    unknownRoute: ({ route, routes }, report) =>
      report({ code: 'noRoute', params: { route }, suggestion: didYouMean(route, routes) }),
  },
}
export default rule
