import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'division-by-zero',
    severity: 'error',
    doc: 'A divisor is a literal other than 0, or is compared with 0 before.',
  },
  on: {
    dividedByZero: (_, report) => report({ code: 'byLiteralZero' }),
    divisorMayBeZero: ({ source, isDecimal }, report) =>
      report({ code: 'mayBeZero', params: { source, zero: isDecimal ? "decimal('0')" : '0' } }),
  },
}
export default rule
