import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { member } from '../source/source.ts'

const rule: Rule = {
  meta: {
    name: 'unreachable-screen',
    severity: 'warning',
    follows: {
      // A link to its own screen is the link to the other one.
      'self-navigation': 'project',
      // A chevron without a step is the link.
      'inert-chevron': 'project',
      // A control without a step is the link.
      'inert-control': 'project',
    },
    hiddenBy: 'project',
    doc: 'A screen is reachable from a tab, the shell or another screen.',
  },
  on: {
    project({ hasUnparsedFiles, sources, screens, shell, shellRoutes, contract }, report) {
      if (hasUnparsedFiles || !shell) return
      const byRoute = new Map(screens.map((screen) => [screen.route, screen]))
      const reached = new Set<string>()
      const reach = (...queue: string[]): void => {
        for (let route = queue.pop(); route !== undefined; route = queue.pop()) {
          if (reached.has(route)) continue
          reached.add(route)
          const compiled = byRoute.get(route)
          // The guard redirects to the screens that satisfy access rules.
          queue.push(
            ...(compiled?.used.routes ?? []),
            ...(compiled?.screen?.access ?? []).flatMap(
              (accessRule) => contract.accessRules.get(accessRule)?.route ?? [],
            ),
          )
        }
      }
      reach(...shell.tabs.map((tab) => tab.route), shell.home, shell.login, shell.notFound, ...shellRoutes)
      const lost = screens.filter(({ route }) => !reached.has(route))
      // A screen with a reason is opened from outside of the app, and leads to others.
      const hasReason = ({ file }: { file: string }): boolean =>
        member(member(sources.get(file)?.root, 'allow'), rule.meta.name) !== undefined
      for (const screen of lost) if (hasReason(screen)) reach(...screen.used.routes)
      for (const screen of lost) {
        const { file, route } = screen
        const source = sources.get(file)
        const at = member(source?.root, 'route')
        if ((hasReason(screen) || !reached.has(route)) && source && at) report(nothingLeads(route), source, at, 'route')
      }
    },
  },
}
export default rule

const nothingLeads = (route: string): Report => ({
  code: 'nothingLeads',
  params: { route },
})
