import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { member } from '../source/source.ts'

const rule: Rule = {
  meta: {
    name: 'unsafe-get',
    severity: 'error',
    doc: 'A call with side effects is a POST: a GET may be repeated.',
  },
  on: {
    call({ name, root, effect, method }, report) {
      if ((effect === 'write' || effect === 'session') && method === 'GET')
        report(changesByGet(name), member(root, 'method') ?? root)
    },
  },
}
export default rule

const changesByGet = (call: string): Report => ({
  code: 'changesByGet',
  params: { call },
})
