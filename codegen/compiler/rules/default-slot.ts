import type { Rule } from '../rule.ts'
import type { Advice } from '../source/findings/diagnostics.ts'
import { member, members } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'

const rule: Rule = {
  meta: {
    name: 'default-slot',
    severity: 'warning',
    follows: {
      // Which of the two lists is meant is not known.
      'duplicate-key': 'near',
    },
    doc: 'Nodes of the default slot are in “children” of the node, not in “slots”.',
  },
  on: {
    slotsGiven({ slots }, report) {
      const children = member(slots, 'children')
      if (children) report({ code: 'childrenInSlots', suggestion: unwrapped(slots, children) })
    },
  },
}
export default rule

/** Advice with its fix where nothing else is in the slots. */
function unwrapped(slots: JsonNode, children: JsonNode): Advice {
  const advice = { code: 'code/childrenBeside' }
  const key = slots.parent?.children?.[0]
  if (!key || members(slots).length > 1) return advice
  return {
    ...advice,
    fix: {
      title: { code: 'fix/childrenBeside' },
      edits: [
        { start: key.offset, end: children.offset, text: '"children": ' },
        { start: children.offset + children.length, end: slots.offset + slots.length, text: '' },
      ],
    },
  }
}
