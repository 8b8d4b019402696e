import { isEmptyText, isGiven, isNamedByContent } from '../accessibility/names.ts'
import type { OutlineItem } from '../accessibility/outline.ts'
import { isControl } from '../accessibility/outline.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'

const rule: Rule = {
  meta: {
    name: 'accessible-name',
    severity: 'error',
    doc: 'Every control, and every list and region that needs a name, has an accessible name.',
  },
  on: {
    outline({ items }, report) {
      for (const item of items) {
        const { names, content, needsName } = item.widget.a11y
        // A widget without either has its own built-in name.
        if ((!needsName && !isControl(item)) || (names.length === 0 && content.length === 0)) continue
        const empty = names.find((prop) => isEmptyText(item, prop))
        if (empty !== undefined) report(emptyName(item.widget.name, empty), item, `props/${empty}`)
        else if (!names.some((prop) => isGiven(item, prop)) && !isNamedByContent(item)) report(noName(item), item)
      }
    },
  },
}
export default rule

const emptyName = (widget: string, prop: string): Report => ({
  code: 'emptyName',
  params: { widget, prop },
})

function noName({ node, widget }: OutlineItem): Report {
  const { names, content, control } = widget.a11y
  const nameSources = [...names.map((prop) => `the prop "${prop}"`), ...content.map((slot) => `a text in "${slot}"`)]
  const why =
    typeof control === 'string' && node.on?.[control]
      ? 'can be pressed'
      : control === true
        ? 'can be operated'
        : 'is announced'
  return {
    code: 'noName',
    params: { name: widget.name, why, nameSources: nameSources.join(' or ') },
  }
}
