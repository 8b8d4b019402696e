import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'unreachable-step',
    severity: 'error',
    follows: {
      // A step of another shape is none.
      'wrong-shape': 'near',
    },
    doc: 'No step follows a step that leaves the screen.',
  },
  on: {
    stepAfterLeaving: ({ action }, report) => report({ code: 'screenLeft', params: { action } }),
  },
}
export default rule
