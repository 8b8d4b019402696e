import type { OutlineItem } from '../accessibility/outline.ts'
import { mutuallyExclusive, propValue } from '../accessibility/outline.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'

const rule: Rule = {
  meta: {
    name: 'single-autofocus',
    severity: 'error',
    doc: 'At most one field of a screen has autofocus.',
  },
  on: {
    outline({ items }, report) {
      const focused: OutlineItem[] = []
      for (const item of items)
        for (const prop of item.widget.a11y.focusProps) {
          const value = propValue(item, prop)
          if (!value || !('json' in value) || value.json !== true) continue
          if (focused.some((other) => other.root === item.root && !mutuallyExclusive(other, item)))
            report(secondFocus(), item, `props/${prop}`)
          focused.push(item)
        }
    },
  },
}
export default rule

const secondFocus = (): Report => ({
  code: 'secondFocus',
})
