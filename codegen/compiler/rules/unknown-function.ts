import type { Report, Rule } from '../source/diagnostics.ts'
import { hintForName } from '../infer/foreignSyntaxHints.ts'
import { didYouMean } from '../source/nearest.ts'

const rule: Rule = {
  name: 'unknown-function',
  severity: 'error',
  doc: 'A function or method in an expression exists.',
}
export default rule

export const noFunction = (name: string, names: Iterable<string>): Report => ({
  rule,
  code: 'noFunction',
  params: { name },
  suggestion: hintForName(name) ?? didYouMean(name, names),
})
