import type { Widget } from '../contract/contract.ts'
import type { Report, Rule } from '../source/diagnostics.ts'
import { suggest } from '../source/nearest.ts'

const rule: Rule = {
  name: 'unknown-event',
  severity: 'error',
  doc: 'An event is declared by the widget.',
}
export default rule

export const unknownEvent = ({ name: widget, events }: Widget, name: string): Report => ({
  rule,
  code: 'unknownEvent',
  params: { widget, name },
  suggestion: suggest(name, Object.keys(events)),
})
