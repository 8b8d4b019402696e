import { ACCESS_RULES } from '../../../src/core/accessRules.ts'
import type { CheckedScreen } from '../screen.ts'
import type { RouteInfo } from '../declarations.ts'
import type { FlowReporter } from './flowReporter.ts'
import accessOrder from '../../check/rules/access-order.ts'
import accessScreen from '../../check/rules/access-screen.ts'
import accessLoop from '../../check/rules/access-loop.ts'
import navigationParams from '../../check/rules/navigation-params.ts'

/** The guard redirects to the screen that satisfies an access rule. That screen must exist and be reachable under the rules before it. */
export function checkRuleScreens(
  { file, screen }: CheckedScreen,
  login: string,
  routes: ReadonlyMap<string, RouteInfo>,
  reporter: FlowReporter,
): void {
  if (!screen) return
  const openedBy = (accessRule: string): string => ACCESS_RULES[accessRule]?.route ?? login
  const before = new Set<string>()
  for (const [index, accessRule] of screen.access.entries()) {
    const at = `access/${index}`
    const route = openedBy(accessRule)
    const page = routes.get(route)
    if (!page) {
      if (accessRule !== 'login')
        reporter.report(
          accessScreen,
          file,
          at,
          `The access rule "${accessRule}" cannot be met: the screen "${route}" does not exist.`,
          `Add a screen with the route "${route}".`,
        )
    } else if (required(page).length > 0) {
      reporter.report(
        navigationParams,
        file,
        at,
        `The access rule "${accessRule}" opens "${route}", which requires ${list(required(page))}; an access rule passes no parameters.`,
      )
    }
    if (route === screen.route) {
      reporter.report(
        accessLoop,
        file,
        at,
        `Users meet the access rule "${accessRule}" on this screen, so the screen cannot require it.`,
        `Remove "${accessRule}" from "access".`,
      )
    } else {
      const cycle = ruleCycle(accessRule, screen.route, openedBy, routes)
      if (cycle)
        reporter.report(
          accessLoop,
          file,
          at,
          `The access rule "${accessRule}" cannot be met: its screen requires ${cycle.map((one) => `"${one}"`).join(', then ')}, which is met on this screen.`,
          'Remove one of these access rules.',
        )
    }
    const earlier = [...(accessRule === 'login' ? [] : ['login']), ...(page?.access ?? [])].find(
      (one) => one !== accessRule && !before.has(one) && openedBy(one) !== screen.route,
    )
    if (earlier !== undefined)
      reporter.report(
        accessOrder,
        file,
        at,
        `The screen of the access rule "${accessRule}" requires "${earlier}" first, so the user would not return here.`,
        `Put "${earlier}" before "${accessRule}".`,
      )
    before.add(accessRule)
  }
}

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

/** Names of the parameters that a route requires; empty for an unknown route. */
export const required = (page: RouteInfo | undefined): readonly string[] => page?.paramSchema.required ?? []
const list = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')
