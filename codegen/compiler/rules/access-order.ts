import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { accessSteps } from '../flow/accessSteps.ts'

const rule: Rule = {
  meta: {
    name: 'access-order',
    severity: 'error',
    doc: 'Access rules are listed once, in the order in which a user can meet them: login first.',
  },
  on: {
    screen(input, report) {
      const access = input.screen.access ?? []
      const twice = access.findIndex((rule, index) => access.indexOf(rule) < index)
      if (twice >= 0) report(listedTwice(String(access[twice])), `access/${twice}`)
      const before = new Set<string>()
      for (const { accessRule, at, page, openedBy } of accessSteps(input)) {
        const earlier = [...(accessRule === 'login' ? [] : ['login']), ...(page?.access ?? [])].find(
          (item) => item !== accessRule && !before.has(item) && openedBy(item) !== input.screen.route,
        )
        if (earlier !== undefined) report(requiredFirst(accessRule, earlier), at)
        before.add(accessRule)
      }
    },
  },
}
export default rule

const requiredFirst = (accessRule: string, earlier: string): Report => ({
  code: 'requiredFirst',
  params: { accessRule, earlier },
})

const listedTwice = (accessRule: string): Report => ({
  code: 'listedTwice',
  params: { accessRule },
})
