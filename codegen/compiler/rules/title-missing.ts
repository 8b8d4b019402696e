import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { member } from '../source/source.ts'

const rule: Rule = {
  meta: {
    name: 'title-missing',
    severity: 'error',
    doc: 'A screen has a title, unless it is a tab or has no navigation bar.',
  },
  on: {
    project({ sources, screens, shell }, report) {
      const tabs = new Set(shell?.tabs.map((tab) => tab.route))
      for (const { file, screen, route } of screens) {
        const source = sources.get(file)
        const at = member(source?.root, 'route')
        if (!screen || !source || !at || tabs.has(route) || screen.navigationBar === 'none') continue
        if (!member(source.root, 'title')) report(noTitle(), source, at, 'title')
      }
    },
  },
}
export default rule

const noTitle = (): Report => ({
  code: 'noTitle',
})
