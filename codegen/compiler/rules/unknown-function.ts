import type { Rule } from '../rule.ts'
import { hintForName } from '../infer/foreignSyntaxHints.ts'
import { didYouMean } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'unknown-function',
    severity: 'error',
    doc: 'A function or method in an expression exists.',
  },
  on: {
    unknownFunction: ({ name, names }, report) =>
      report({ code: 'noFunction', params: { name }, suggestion: hintForName(name) ?? didYouMean(name, names) }),
  },
}
export default rule
