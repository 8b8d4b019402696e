import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'shadowed-name',
    severity: 'error',
    doc: 'A name that is already in scope is not declared again.',
  },
  on: {
    nameTaken: ({ name }, report) => report({ code: 'nameTaken', params: { name } }),
  },
}
export default rule
