import type { Report, Rule } from '../source/diagnostics.ts'
import { didYouMean } from '../source/nearest.ts'

const rule: Rule = {
  name: 'unknown-route',
  severity: 'error',
  doc: 'A route is the route of a screen.',
}
export default rule

export const noRoute = (route: string, routes: Iterable<string>): Report => ({
  rule,
  code: 'noRoute',
  params: { route },
  suggestion: didYouMean(route, routes),
})
