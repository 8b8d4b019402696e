import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'division-by-zero',
  severity: 'error',
  doc: 'A divisor is a literal other than 0, or is compared with 0 before.',
}
export default rule

export const byLiteralZero = (): Report => ({
  rule,
  code: 'byLiteralZero',
})

export const mayBeZero = (source: string, isDecimal: boolean): Report => ({
  rule,
  code: 'mayBeZero',
  params: { source, zero: isDecimal ? "decimal('0')" : '0' },
})
