import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'unawaited-query',
  severity: 'error',
  countsPlaces: true,
  doc: 'A query is read inside a node with “waitFor”, or after a comparison with null.',
}
export default rule

export const mayHaveNoData = (query: string): Report => ({
  rule,
  code: 'mayHaveNoData',
  params: { query },
})
