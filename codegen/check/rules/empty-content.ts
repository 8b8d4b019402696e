import { isEmptyText } from '../../compile/accessibility/names.ts'
import { propValue } from '../../compile/accessibility/outline.ts'
import type { CheckingRule } from '../../compile/checkingRule.ts'
import type { Report } from '../../compile/diagnostics.ts'

const rule: CheckingRule = {
  name: 'empty-content',
  severity: 'error',
  doc: 'A body, a slot, the content of a sheet and a required list have an item, and a required text has words.',
  outline({ items, textOf }, report) {
    for (const item of items)
      for (const name of item.widget.props.required ?? []) {
        const value = propValue(item, name)
        if (value && 'json' in value && Array.isArray(value.json) && value.json.length === 0)
          report(noItems(item.widget.name, name), item, `props/${name}`)
        // A name without words is a finding of accessible-name.
        else if (!item.widget.a11y.names.includes(name) && isEmptyText(item, name, textOf))
          report(noWords(item.widget.name, name), item, `props/${name}`)
      }
  },
}
export default rule

const noItems = (widget: string, prop: string): Report => ({
  rule,
  message: `"${prop}" of this ${widget} is empty, so nothing is shown.`,
  suggestion: `Add an item to "${prop}", or remove the ${widget}.`,
})

const noWords = (widget: string, prop: string): Report => ({
  rule,
  message: `"${prop}" of this ${widget} is an empty text, so nothing is shown.`,
  suggestion: `Give "${prop}" a text with words, or remove the ${widget}.`,
})

/** `name`: of the keyword or slot. */
export const noNodes = (name: string): Report => ({
  rule,
  message: `"${name}" has no node, so nothing is shown.`,
  suggestion: `Add a node to "${name}", or remove it.`,
})
