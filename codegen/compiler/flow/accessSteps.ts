import type { ScreenInput } from '../rule.ts'
import type { RouteInfo } from '../contract/declarations.ts'

/** An access rule of a screen, with the screen to which the guard redirects users who do not meet it. */
interface AccessStep {
  accessRule: string
  at: string
  route: string
  /** Undefined if no screen has the route. */
  page: RouteInfo | undefined
  /** The route on which a rule is met. */
  openedBy: (accessRule: string) => string
}

/** The access rules of a screen, in their order; empty without a shell, which names the login screen. */
export function accessSteps({ screen, routes, shell, contract }: ScreenInput): AccessStep[] {
  if (!shell) return []
  const openedBy = (accessRule: string): string => contract.accessRules.get(accessRule)?.route ?? shell.login
  return screen.access.map((accessRule, index) => {
    const route = openedBy(accessRule)
    return { accessRule, at: `access/${index}`, route, page: routes.get(route), openedBy }
  })
}
