import { isControl } from '../accessibility/outline.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'

const rule: Rule = {
  meta: {
    name: 'nested-interactive',
    severity: 'error',
    doc: 'A control is not inside another control.',
  },
  on: {
    outline({ items }, report) {
      for (const item of items) {
        if (!isControl(item)) continue
        const labelledAsOne = item.widget.a11y.allowedDescendants === 'controls'
        for (let { above } = item; above; above = above.above) {
          const { allowedDescendants: allowed } = above.widget.a11y
          if (!isControl(above) || allowed === 'anything' || (allowed === 'controls' && !labelledAsOne)) continue
          report(nested(item.widget.name, above.widget.name), item)
          break
        }
      }
    },
  },
}
export default rule

const nested = (inner: string, outer: string): Report => ({
  code: 'nested',
  params: { inner, outer },
})
