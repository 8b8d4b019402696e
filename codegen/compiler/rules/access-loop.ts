import type { Rule } from '../rule.ts'
import type { RouteInfo } from '../contract/declarations.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { accessSteps } from '../flow/accessSteps.ts'

const rule: Rule = {
  meta: {
    name: 'access-loop',
    severity: 'error',
    doc: 'The screen on which a user meets an access rule does not require that rule.',
  },
  on: {
    screen(input, report) {
      const { screen, routes } = input
      for (const { accessRule, at, route, openedBy } of accessSteps(input)) {
        if (route === screen.route) {
          report(metHere(accessRule), at)
          continue
        }
        const cycle = ruleCycle(accessRule, screen.route, openedBy, routes)
        if (cycle) report(metInCycle(accessRule, cycle), at)
      }
    },
  },
}
export default rule

const metHere = (accessRule: string): Report => ({
  code: 'metHere',
  params: { accessRule },
})

const metInCycle = (accessRule: string, cycle: readonly string[]): Report => ({
  code: 'metInCycle',
  params: { accessRule, cycle: cycle.map((required) => `"${required}"`).join(', then ') },
})

/** The chain of access rules, from the rules of the screen where `accessRule` is met, that ends at the screen `home`. */
function ruleCycle(
  accessRule: string,
  home: string,
  openedBy: (accessRule: string) => string,
  routes: ReadonlyMap<string, RouteInfo>,
  visited: readonly string[] = [],
): string[] | undefined {
  for (const next of routes.get(openedBy(accessRule))?.access ?? []) {
    if (visited.includes(next) || next === accessRule) continue
    if (openedBy(next) === home) return [...visited, next]
    const cycle = ruleCycle(next, home, openedBy, routes, [...visited, next])
    if (cycle) return cycle
  }
  return undefined
}
