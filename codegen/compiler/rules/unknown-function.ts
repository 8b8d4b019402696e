import type { Rule } from '../rule.ts'
import { hintForName } from '../infer/foreignSyntaxHints.ts'
import { didYouMean, renameTo } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'unknown-function',
    severity: 'error',
    doc: 'A function or method in an expression exists.',
  },
  on: {
    unknownFunction({ name, names, synonyms }, report) {
      const meant = synonyms.get(name)
      report({
        code: 'noFunction',
        params: { name },
        suggestion: hintForName(name) ?? (meant === undefined ? didYouMean(name, names) : renameTo(name, meant)),
      })
    },
  },
}
export default rule
