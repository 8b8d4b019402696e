import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'money-promise',
  severity: 'error',
  follows: { 'money-confirm': 'handler' },
  doc: 'A call that moves money is sent with every figure that its contract takes for the receipt.',
}
export default rule

export const notPromised = (call: string, field: string): Report => ({
  rule,
  code: 'notPromised',
  params: { call, field },
})
