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
      const queue = [...shell.tabs.map((tab) => tab.route), shell.home, shell.login, shell.notFound, ...shellRoutes]
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
      for (const { file, route } of screens) {
        const source = sources.get(file)
        const at = member(source?.root, 'route')
        if (!reached.has(route) && source && at) report(nothingLeads(route), source, at, 'route')
      }
    },
  },
}
export default rule

const nothingLeads = (route: string): Report => ({
  code: 'nothingLeads',
  params: { route },
})
