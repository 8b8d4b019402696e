import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'login-needed',
  severity: 'error',
  doc: 'What a call with auth feeds or does stands on a screen with access “login” or under session.loggedIn.',
} satisfies Rule
