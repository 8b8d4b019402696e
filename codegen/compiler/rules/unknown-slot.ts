import type { Widget } from '../contract/contract.ts'
import type { Report, Rule } from '../source/diagnostics.ts'
import { suggest } from '../source/nearest.ts'

const rule: Rule = {
  name: 'unknown-slot',
  severity: 'error',
  doc: 'A slot is declared by the widget or the action.',
}
export default rule

export const unknownSlot = ({ name: widget, slots }: Widget, name: string): Report => ({
  rule,
  code: 'unknownSlot',
  params: { widget, name },
  suggestion: suggest(name, Object.keys(slots)),
})
