import type { Widget } from '../../compile/contract.ts'
import type { Report, Rule } from '../../compile/diagnostics.ts'
import { suggest } from '../../compile/nearest.ts'

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
