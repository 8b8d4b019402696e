import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { member } from '../source/source.ts'

const rule: Rule = {
  meta: {
    name: 'money-contract',
    severity: 'error',
    doc: 'A call that moves money is a POST and requires a session.',
  },
  on: {
    call({ name, root, effect, method, auth }, report) {
      if (effect === 'money' && (method === 'GET' || auth === false))
        report(unsafeMoney(name), member(root, method === 'GET' ? 'method' : 'auth') ?? root)
    },
  },
}
export default rule

const unsafeMoney = (call: string): Report => ({
  code: 'unsafeMoney',
  params: { call },
})
