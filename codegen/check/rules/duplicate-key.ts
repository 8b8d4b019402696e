import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'duplicate-key',
  severity: 'error',
  doc: 'An object has each member name once, and a widget has the nodes of each slot once.',
}
export default rule

export const writtenTwice = (name: string): Report => ({
  rule,
  message: `"${name}" is written twice in this object.`,
  suggestion: 'Join the two, or remove one of them.',
})

/** `slot`: with nodes in the node itself and in its "slots". */
export const slotTwice = (slot: string): Report => ({
  rule,
  message: `The node has "${slot}" beside "slots" and within it, and only one of them would be shown.`,
  suggestion: `Write all nodes in the "${slot}" beside "slots".`,
})
