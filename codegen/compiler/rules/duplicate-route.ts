import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'duplicate-route',
    severity: 'error',
    doc: 'Each screen has its own id and its own route.',
  },
  on: {
    routeTaken: ({ file }, report) => report({ code: 'routeTaken', params: { file } }),
  },
}
export default rule
