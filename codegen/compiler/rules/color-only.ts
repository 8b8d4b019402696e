import type { Expr, Json } from '../../../src/engine/language/expressions/program.ts'
import { alternativesOf } from '../../../src/engine/language/expressions/visit.ts'
import type { OutlineItem } from '../accessibility/outline.ts'
import { propValue } from '../accessibility/outline.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'

const rule: Rule = {
  meta: {
    name: 'color-only',
    severity: 'error',
    doc: 'Rise and fall are never shown by colour alone.',
  },
  on: {
    outline({ items }, report) {
      for (const item of items)
        for (const [prop, { values, beside }] of item.widget.a11y.colors) {
          const value = propValue(item, prop)
          if (!value) continue
          const may = 'json' in value ? [value.json] : possibleTexts(value.expr)
          const colored = may.find((value) => values.includes(value))
          if (colored === undefined || beside.some((other) => isVisible(item, other))) continue
          report(onlyColor(item.widget.name, String(colored), beside), item, `props/${prop}`)
        }
    },
  },
}
export default rule

/** `beside`: the props that convey the same. */
const onlyColor = (widget: string, value: string, beside: readonly string[]): Report => ({
  code: beside.length === 0 ? 'onlyColor' : 'onlyColorHere',
  params: { value, widget, beside: beside.map((other) => `"${other}"`).join(' or ') },
})

function isVisible(item: OutlineItem, prop: string): boolean {
  const value = propValue(item, prop)
  return (
    value !== undefined &&
    ('expr' in value ? value.expr !== null : value.json !== null && value.json !== false && value.json !== '')
  )
}

/** Every text in an expression that may be its value. */
const possibleTexts = (expr: Expr): Json[] =>
  typeof expr === 'string' ? [expr] : (alternativesOf(expr)?.flatMap(possibleTexts) ?? [])
