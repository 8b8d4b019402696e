import { exprKey } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'

const rule: Rule = {
  meta: {
    name: 'same-query',
    severity: 'warning',
    hiddenBy: 'file',
    doc: 'Two queries of a screen do not send the same call with the same payload.',
  },
  on: {
    screen({ screen }, report) {
      const known = new Map<string, string>()
      for (const [name, { call, payload }] of Object.entries(screen.queries ?? {})) {
        const key = `${call} ${exprKey(payload ?? null)}`
        const other = known.get(key)
        if (other === undefined) known.set(key, name)
        else report(sameRequest(other), `queries/${name}`, true)
      }
    },
  },
}
export default rule

const sameRequest = (other: string): Report => ({
  code: 'sameRequest',
  params: { other },
})
