import type { Report, Rule } from '../../compile/diagnostics.ts'
import { didYouMean } from '../../compile/nearest.ts'

const rule: Rule = {
  name: 'unknown-route',
  severity: 'error',
  doc: 'A route is the route of a screen.',
}
export default rule

export const noRoute = (route: string, routes: Iterable<string>): Report => ({
  rule,
  message: `No screen has the route "${route}".`,
  suggestion:
    didYouMean(route, routes) ??
    'A route is "route" of a screen, such as "/pages/orders/index"; it begins with a slash.',
})
