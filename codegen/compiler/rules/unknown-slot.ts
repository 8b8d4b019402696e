import type { Rule } from '../rule.ts'
import { suggest } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'unknown-slot',
    severity: 'error',
    doc: 'A slot is declared by the widget or the action.',
  },
  on: {
    unknownSlot: ({ widget: { name: widget, slots }, name }, report) =>
      report({ code: 'unknownSlot', params: { widget, name }, suggestion: suggest(name, Object.keys(slots)) }),
  },
}
export default rule
