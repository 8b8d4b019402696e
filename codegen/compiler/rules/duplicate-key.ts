import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'duplicate-key',
  severity: 'error',
  doc: 'An object has each member name once, and a widget has the nodes of each slot once.',
}
export default rule

export const writtenTwice = (name: string): Report => ({
  rule,
  code: 'writtenTwice',
  params: { name },
})

/** `slot`: with nodes in the node itself and in its "slots". */
export const slotTwice = (slot: string): Report => ({
  rule,
  code: 'slotTwice',
  params: { slot },
})
