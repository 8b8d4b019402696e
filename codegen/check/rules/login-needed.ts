import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'login-needed',
  severity: 'error',
  doc: 'A call with “auth” is used on a screen with the access rule “login” or under session.loggedIn.',
} satisfies Rule
