import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'unawaited-query',
  severity: 'error',
  countsPlaces: true,
  doc: 'A query is read inside a node with “waitFor”, or after a comparison with null.',
}
export default rule

export const mayHaveNoData = (query: string): Report => ({
  rule,
  message: `The query "${query}" may not have data here.`,
  suggestion: `Put "waitFor": "${query}" on this node or on one around it, or compare it with null.`,
})
