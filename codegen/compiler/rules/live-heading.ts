import { headingOf, headingProp } from '../accessibility/headingLevels.ts'
import { livenessOf } from '../accessibility/liveness.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'

const rule: Rule = {
  meta: {
    name: 'live-heading',
    severity: 'error',
    doc: 'A heading is not a live region: screen readers would no longer list it as a heading.',
  },
  on: {
    outline({ items }, report) {
      for (const item of items) {
        const heading = headingOf(item)
        const live = livenessOf(item)
        if (!heading || (live !== 'polite' && live !== 'assertive')) continue
        // A widget with a heading inside, which announces itself as a whole: an alert dialog. The widget's own test checks its elements.
        if (heading.prop === undefined && item.widget.a11y.live === live) continue
        report(hidden(), item, headingProp(heading))
      }
    },
  },
}
export default rule

const hidden = (): Report => ({
  code: 'hidden',
})
