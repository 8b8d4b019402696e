import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'

const rule: Rule = {
  meta: {
    name: 'long-expression',
    severity: 'warning',
    doc: 'An expression has at most 240 characters.',
  },
  on: {
    expression({ text }, report) {
      if (text.length > READABLE_LENGTH) report(tooLong(text.length))
    },
  },
}
export default rule

/** Characters of an expression that can be read at a glance. */
const READABLE_LENGTH = 240

const tooLong = (length: number): Report => ({
  code: 'tooLong',
  params: { length, limit: READABLE_LENGTH },
})
