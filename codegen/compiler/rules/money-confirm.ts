import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'money-confirm',
  severity: 'error',
  follows: { 'money-trigger': 'near' },
  doc: 'A call that moves money follows a confirm step in the same handler.',
}
export default rule

export const notConfirmed = (call: string): Report => ({
  rule,
  code: 'notConfirmed',
  params: { call },
})
