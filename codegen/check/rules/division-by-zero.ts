import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'division-by-zero',
  severity: 'error',
  doc: 'A divisor is a literal other than 0, or is compared with 0 before.',
}
export default rule

export const byLiteralZero = (): Report => ({
  rule,
  message: 'Nothing can be divided by 0.',
  suggestion: 'Write another divisor.',
})

export const mayBeZero = (source: string, isDecimal: boolean): Report => ({
  rule,
  message: `${source} may be 0 here.`,
  suggestion: `Compare it with 0 first: ${source} != ${isDecimal ? "decimal('0')" : '0'} ? … : ….`,
})
