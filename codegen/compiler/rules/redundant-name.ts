import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'redundant-name',
    severity: 'warning',
    hiddenBy: 'file',
    doc: 'A name of “let” is not a second name of a value that has one.',
  },
  on: {
    redundantName: ({ name, other }, report) => report({ code: 'sameAs', params: { name, other } }),
  },
}
export default rule
