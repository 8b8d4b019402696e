import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'access-needed',
    severity: 'error',
    follows: {
      // An access rule includes the login.
      'login-needed': 'near',
    },
    countsPlaces: true,
    doc: 'A call that requires an access rule is used on a screen with that rule in “access”, or under a condition that proves the rule.',
  },
  on: {
    notRequired: ({ call, accessRule }, report) => report({ code: 'notRequired', params: { call, accessRule } }),
  },
}
export default rule
