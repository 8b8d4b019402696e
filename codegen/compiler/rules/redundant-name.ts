import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'redundant-name',
  severity: 'warning',
  hiddenBy: 'file',
  doc: 'A name of “let” is not a second name of a value that has one.',
}
export default rule

export const sameAs = (name: string, other: string): Report => ({
  rule,
  code: 'sameAs',
  params: { name, other },
})
