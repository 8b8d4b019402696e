import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'money-repeat',
  severity: 'error',
  doc: 'One confirmation allows one call that moves money.',
}
export default rule

export const paidTwice = (sent: string): Report => ({
  rule,
  code: 'paidTwice',
  params: { sent },
})
