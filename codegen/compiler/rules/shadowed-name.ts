import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'shadowed-name',
  severity: 'error',
  doc: 'A name that is already in scope is not declared again.',
}
export default rule

export const nameTaken = (name: string): Report => ({
  rule,
  code: 'nameTaken',
  params: { name },
})
