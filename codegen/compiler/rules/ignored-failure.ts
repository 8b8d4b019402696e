import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'ignored-failure',
  severity: 'error',
  follows: { 'money-fail': 'handler' },
  doc: 'A call with “silent” has an “onError” branch.',
}
export default rule

/** `silent`: the argument that suppresses the toast. */
export const failureNotSeen = (silent: string): Report => ({
  rule,
  code: 'failureNotSeen',
  params: { silent },
})
