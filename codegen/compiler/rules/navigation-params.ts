import type { CheckingRule } from '../checkingRule.ts'
import type { Report } from '../source/diagnostics.ts'
import { accessSteps } from '../flow/accessSteps.ts'

const rule: CheckingRule = {
  name: 'navigation-params',
  severity: 'error',
  doc: 'A navigation gives every parameter that the screen requires.',
  /** An access rule leads to its screen without parameters. */
  screen(input, report) {
    for (const { accessRule, at, route, page } of accessSteps(input)) {
      const required = page?.paramSchema.required ?? []
      if (required.length > 0) report(accessGivesNone(accessRule, route, required), at)
    }
  },
}
export default rule

const list = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

const accessGivesNone = (accessRule: string, route: string, required: readonly string[]): Report => ({
  rule,
  code: 'accessGivesNone',
  params: { accessRule, route, required: list(required) },
})

export const shellGivesNone = (route: string, required: readonly string[]): Report => ({
  rule,
  code: 'shellGivesNone',
  params: { route, required: list(required) },
})

export const addressGivesNone = (route: string, required: readonly string[]): Report => ({
  rule,
  code: 'addressGivesNone',
  params: { route, required: list(required) },
})
