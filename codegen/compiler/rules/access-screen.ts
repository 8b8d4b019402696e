import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { accessSteps } from '../flow/accessSteps.ts'

const rule: Rule = {
  meta: {
    name: 'access-screen',
    severity: 'error',
    doc: 'Every access rule that a screen uses has a screen on which the user can meet it.',
  },
  on: {
    screen(input, report) {
      for (const { accessRule, at, route, page } of accessSteps(input))
        if (!page && accessRule !== 'login') report(noScreenToMeet(accessRule, route), at)
    },
  },
}
export default rule

const noScreenToMeet = (accessRule: string, route: string): Report => ({
  code: 'noScreenToMeet',
  params: { accessRule, route },
})
