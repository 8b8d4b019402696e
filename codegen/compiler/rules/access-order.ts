import type { CheckingRule } from '../checkingRule.ts'
import type { Report } from '../source/diagnostics.ts'
import { accessSteps } from '../flow/accessSteps.ts'

const rule: CheckingRule = {
  name: 'access-order',
  severity: 'error',
  doc: 'Access rules are listed once, in the order in which a user can meet them: login first.',
  /** The screen where a rule is met must be open under the rules before it, else the user would not return. */
  screen(input, report) {
    const access = input.screen.access ?? []
    const twice = access.findIndex((one, index) => access.indexOf(one) < index)
    if (twice >= 0) report(listedTwice(String(access[twice])), `access/${twice}`)
    const before = new Set<string>()
    for (const { accessRule, at, page, openedBy } of accessSteps(input)) {
      const earlier = [...(accessRule === 'login' ? [] : ['login']), ...(page?.access ?? [])].find(
        (one) => one !== accessRule && !before.has(one) && openedBy(one) !== input.screen.route,
      )
      if (earlier !== undefined) report(requiredFirst(accessRule, earlier), at)
      before.add(accessRule)
    }
  },
}
export default rule

const requiredFirst = (accessRule: string, earlier: string): Report => ({
  rule,
  code: 'requiredFirst',
  params: { accessRule, earlier },
})

const listedTwice = (accessRule: string): Report => ({
  rule,
  code: 'listedTwice',
  params: { accessRule },
})
