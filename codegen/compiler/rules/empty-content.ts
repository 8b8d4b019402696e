import { isEmptyText } from '../accessibility/names.ts'
import { propValue } from '../accessibility/outline.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'

const rule: Rule = {
  meta: {
    name: 'empty-content',
    severity: 'error',
    doc: 'A body, a slot, the content of a sheet and a required list have an item, and a required text has words.',
  },
  on: {
    outline({ items }, report) {
      for (const item of items)
        for (const name of item.widget.props.required ?? []) {
          const value = propValue(item, name)
          if (value && 'json' in value && Array.isArray(value.json) && value.json.length === 0)
            report(noItems(item.widget.name, name), item, `props/${name}`)
          // A name without words is a finding of accessible-name.
          else if (!item.widget.a11y.names.includes(name) && isEmptyText(item, name))
            report(noWords(item.widget.name, name), item, `props/${name}`)
        }
    },
    noNodes: ({ name }, report) => report({ code: 'noNodes', params: { name } }),
  },
}
export default rule

const noItems = (widget: string, prop: string): Report => ({
  code: 'noItems',
  params: { prop, widget },
})

const noWords = (widget: string, prop: string): Report => ({
  code: 'noWords',
  params: { prop, widget },
})
