import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'missing-equals',
    severity: 'error',
    doc: 'A path of names in scope is an expression: it begins with “=”.',
  },
  on: {
    pathWithoutEquals: ({ path, fix }, report) =>
      report({ code: 'pathWithoutEquals', params: { path }, suggestion: fix }),
  },
}
export default rule
