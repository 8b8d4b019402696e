import { propValue } from '../accessibility/outline.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'

const rule: Rule = {
  meta: {
    name: 'image-alternative',
    severity: 'error',
    doc: 'A picture or chart has a text alternative, or is marked as decoration.',
  },
  on: {
    outline({ items }, report) {
      for (const item of items) {
        const { alt } = item.widget.a11y
        if (alt !== undefined && propValue(item, alt) === undefined) report(noAlternative(item.widget.name, alt), item)
      }
    },
  },
}
export default rule

const noAlternative = (widget: string, prop: string): Report => ({
  code: 'noAlternative',
  params: { widget, prop },
})
