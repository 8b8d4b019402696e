import type { Rule } from '../rule.ts'
import { suggest } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'unknown-event',
    severity: 'error',
    doc: 'An event is declared by the widget.',
  },
  on: {
    unknownEvent: ({ widget: { name: widget, events }, name }, report) =>
      report({ code: 'unknownEvent', params: { widget, name }, suggestion: suggest(name, Object.keys(events)) }),
  },
}
export default rule
