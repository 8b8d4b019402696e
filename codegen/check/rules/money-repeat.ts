import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'money-repeat',
  severity: 'error',
  doc: 'One confirmation allows one call that moves money.',
}
export default rule

export const paidTwice = (sent: string): Report => ({
  rule,
  message: `The user has confirmed one call, and "${sent}" has been sent already: it could be paid twice.`,
  suggestion: 'Put a separate confirm step before it, with its amount.',
})
