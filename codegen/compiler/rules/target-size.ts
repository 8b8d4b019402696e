import { isControl, propValue } from '../accessibility/outline.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'

const rule: Rule = {
  meta: {
    name: 'target-size',
    severity: 'error',
    doc: 'A control is at least 44 px wide and high.',
  },
  on: {
    outline({ items, sizeOf }, report) {
      for (const item of items.filter(isControl)) {
        const { target, targets } = item.widget.a11y
        const tokens = [...targets].flatMap(([prop, byValue]) => {
          const value = propValue(item, prop)
          const token = value && 'json' in value ? byValue[String(value.json)] : undefined
          return typeof token === 'string' ? [{ token, about: `props/${prop}` }] : []
        })
        if (tokens.length === 0 && target !== undefined) tokens.push({ token: target, about: 'widget' })
        for (const { token, about } of tokens) {
          const pixels = sizeOf(token)
          if (pixels !== undefined && pixels < MIN_TARGET_PX) report(tooSmall(item.widget.name, pixels), item, about)
        }
      }
    },
  },
}
export default rule

/** Minimum size of a touch target, in CSS pixels. */
const MIN_TARGET_PX = 44

const tooSmall = (widget: string, pixels: number): Report => ({
  code: 'tooSmall',
  params: { widget, pixels, limit: MIN_TARGET_PX },
})
