import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { accessSteps } from '../flow/accessSteps.ts'

const rule: Rule = {
  meta: {
    name: 'navigation-params',
    severity: 'error',
    doc: 'A navigation gives every parameter that the screen requires.',
  },
  on: {
    screen(input, report) {
      for (const { accessRule, at, route, page } of accessSteps(input)) {
        const required = page?.paramSchema.required ?? []
        if (required.length > 0) report(accessGivesNone(accessRule, route, required), at)
      }
    },
    shellRouteNeedsParams: ({ route, required }, report) =>
      report({ code: 'shellGivesNone', params: { route, required: list(required) } }),
    addressRouteNeedsParams: ({ route, required }, report) =>
      report({ code: 'addressGivesNone', params: { route, required: list(required) } }),
  },
}
export default rule

const list = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

const accessGivesNone = (accessRule: string, route: string, required: readonly string[]): Report => ({
  code: 'accessGivesNone',
  params: { accessRule, route, required: list(required) },
})
