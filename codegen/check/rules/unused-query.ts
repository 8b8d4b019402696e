import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'unused-query',
  severity: 'warning',
  doc: 'A query is read.',
}
export default rule

export const unusedQuery = (name: string, isAwaited: boolean): Report => ({
  rule,
  message: isAwaited
    ? `Nodes wait for the query "${name}", but nothing reads its data.`
    : `Nothing reads the query "${name}".`,
})
