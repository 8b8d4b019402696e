import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'raw-pattern',
    severity: 'error',
    doc: 'A schema names its pattern by “format”: named patterns are proved to run in linear time.',
  },
  on: {
    rawPattern: (_, report) => report({ code: 'hasPattern' }),
  },
}
export default rule
