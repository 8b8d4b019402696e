import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'money-trigger',
    severity: 'error',
    doc: 'A call that moves money starts from a press, and the control is disabled while it runs.',
  },
  on: {
    moneyStartedAgain: ({ call, trigger: event, widget }, report) =>
      report({
        code: widget === undefined ? 'startedOnEntry' : 'startedAgain',
        params: { call, event, widget: widget ?? '' },
      }),
  },
}
export default rule
