import type { Rule } from '../rule.ts'
import { prefixExpression } from '../fix/quickFix.ts'

const rule: Rule = {
  meta: {
    name: 'wrong-shape',
    severity: 'error',
    doc: 'A member is an object, a list or a text where one is expected.',
  },
  on: {
    conditionNotExpression: ({ node, names }, report) =>
      report({ code: 'conditionNotExpression', suggestion: prefixExpression(node, names) }),
    letNotExpression: ({ node, names }, report) =>
      report({ code: 'letNotExpression', suggestion: prefixExpression(node, names) }),
    otherKind: ({ kind, isInstead }, report) =>
      report({ code: 'otherKind', params: { kind }, suggestion: isInstead ? { code: 'advice/intoList' } : undefined }),
    keyNotExpression: ({ node, names }, report) =>
      report({ code: 'keyNotExpression', suggestion: prefixExpression(node, names) }),
    otherId: ({ kind, file, id }, report) => report({ code: 'otherId', params: { kind, file, id } }),
  },
}
export default rule
