import type { CheckingRule } from '../checkingRule.ts'
import type { Report } from '../source/diagnostics.ts'

const rule: CheckingRule = {
  name: 'long-expression',
  severity: 'warning',
  doc: 'An expression has at most 240 characters.',
  expression({ text }, report) {
    if (text.length > READABLE_LENGTH) report(tooLong(text.length))
  },
}
export default rule

/** Characters of an expression that can be read at a glance. */
const READABLE_LENGTH = 240

const tooLong = (length: number): Report => ({
  rule,
  code: 'tooLong',
  params: { length, limit: READABLE_LENGTH },
})
