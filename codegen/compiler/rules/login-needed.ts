import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'login-needed',
    severity: 'error',
    countsPlaces: true,
    follows: {
      // A query that reads itself proves no login.
      'query-cycle': 'near',
    },
    doc: 'A call with “auth” is used on a screen with the access rule “login” or under session.loggedIn.',
  },
  on: {
    callWithoutSession: ({ call, condition }, report) =>
      report({ cause: { name: 'no session', subject: `"${call}"` }, code: 'noSession', params: { call, condition } }),
    callAfterSession: ({ call, by }, report) => report({ code: 'sessionEnded', params: { call, by } }),
  },
}
export default rule
