import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'ignored-failure',
    severity: 'error',
    doc: 'A call with “silent” has an “onError” branch.',
  },
  on: {
    failureNotSeen: ({ silent }, report) => report({ code: 'failureNotSeen', params: { silent } }),
  },
}
export default rule
