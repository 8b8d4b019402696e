import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'duplicate-key',
    severity: 'error',
    doc: 'An object has each member name once, and a widget has the nodes of each slot once.',
  },
  on: {
    duplicateMember: ({ name }, report) => report({ code: 'writtenTwice', params: { name } }),
    duplicateSlot: ({ slot }, report) => report({ code: 'slotTwice', params: { slot } }),
  },
}
export default rule
