import type { CheckingRule } from '../../compile/checkingRule.ts'
import type { Report } from '../../compile/diagnostics.ts'
import { accessSteps } from '../../compile/flow/accessSteps.ts'

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
  message: `The access rule "${accessRule}" opens "${route}", which requires ${list(required)}; an access rule passes no parameters.`,
  suggestion: 'Give the parameters a "default".',
})

export const shellGivesNone = (route: string, required: readonly string[]): Report => ({
  rule,
  message: `"${route}" requires ${list(required)}, which the shell does not give.`,
  suggestion: 'Give the parameter a "default" instead.',
})

export const addressGivesNone = (route: string, required: readonly string[]): Report => ({
  rule,
  message: `"${route}" requires ${list(required)}, and nothing gives it here.`,
  suggestion: 'Lead there with {"action": "navigate", "to": …, "params": …}.',
})
