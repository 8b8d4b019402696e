import type { Rule } from '../rule.ts'
import { replaceWith } from '../fix/quickFix.ts'

const rule: Rule = {
  meta: {
    name: 'repeat-syntax',
    severity: 'error',
    doc: '“each” is “item in list” or “item, index in list”.',
  },
  on: {
    invalidRepeater: ({ node, meant }, report) =>
      report({ code: 'notRepeater', suggestion: meant === undefined ? undefined : replaceWith(node, meant) }),
    invalidRowName: ({ name }, report) => report({ code: 'notName', params: { name } }),
    indexNotCounted: (_, report) => report({ code: 'indexNotCounted' }),
  },
}
export default rule
