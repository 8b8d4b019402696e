import type { CheckingRule } from '../checkingRule.ts'
import type { Report } from '../source/diagnostics.ts'
import { isUnboundedList, isUnboundedMap, visitSchemas } from '../source/schemaNodes.ts'

const rule: CheckingRule = {
  name: 'unbounded-array',
  severity: 'error',
  doc: 'A list of the contract has maxItems, and a payload has no map.',
  schema({ source, root, path, bounds }, report) {
    if (bounds)
      visitSchemas(root, path, (node, at) => {
        if (isUnboundedList(node)) report(unboundedList(), node, at)
        if (bounds === 'input' && isUnboundedMap(node)) report(unboundedMap(source.file), node, at)
      })
  },
}
export default rule

const unboundedList = (): Report => ({
  rule,
  code: 'unboundedList',
})

const unboundedMap = (file: string): Report => ({
  rule,
  code: file.startsWith('schemas/forms/') ? 'unboundedMapOfForm' : 'unboundedMap',
})
