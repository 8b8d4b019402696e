import { NODE_TRAITS } from '../../../src/engine/language/expressions/nodeTraits.ts'
import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'part-root',
    severity: 'error',
    doc: `A part has exactly one root node, which is not repeated; either it or its use has “${NODE_TRAITS.awaits}”, and what it shows while it waits reads no row of its use.`,
  },
  on: {
    rowWhileWaiting: ({ part, param, row }, report) =>
      report({ code: 'rowWhileWaiting', params: { part, param, row } }),
    partWaitsTwice: ({ part, query }, report) => report({ code: 'waitingTwice', params: { part, query } }),
    otherRootCount: ({ nodes }, report) => report({ code: 'otherRootCount', params: { nodes } }),
    repeatedRoot: (_, report) => report({ code: 'repeatedRoot' }),
  },
}
export default rule
