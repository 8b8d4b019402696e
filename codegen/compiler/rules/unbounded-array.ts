import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { isUnboundedList, isUnboundedMap, visitSchemas } from '../source/schemaNodes.ts'

const rule: Rule = {
  meta: {
    name: 'unbounded-array',
    severity: 'error',
    doc: 'A list of the contract has maxItems, and a payload has no map.',
  },
  on: {
    schema({ source, root, path, bounds }, report) {
      if (bounds)
        visitSchemas(root, path, (node, at) => {
          if (isUnboundedList(node)) report(unboundedList(), node, at)
          if (bounds === 'input' && isUnboundedMap(node)) report(unboundedMap(source.file), node, at)
        })
    },
  },
}
export default rule

const unboundedList = (): Report => ({
  code: 'unboundedList',
})

const unboundedMap = (file: string): Report => ({
  code: file.startsWith('schemas/forms/') ? 'unboundedMapOfForm' : 'unboundedMap',
})
