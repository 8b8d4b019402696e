import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'unstable-key',
  severity: 'warning',
  doc: 'The key of a row with an id is its id.',
}
export default rule

export const keyWithoutId = (row: string): Report => ({
  rule,
  code: 'keyWithoutId',
  params: { row },
})
