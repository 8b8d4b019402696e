import { NODE_TRAITS } from '../../../src/engine/language/expressions/nodeTraits.ts'
import { queryUsageOf } from '../../../src/engine/language/expressions/queryUsage.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'

const rule: Rule = {
  meta: {
    name: 'conditional-query',
    severity: 'error',
    follows: {
      // A node that names no query may be the one that waits.
      'unknown-query': 'file',
      // A query that a part does not take is not shown by it.
      'reference-parameter': 'file',
    },
    doc: `A query with “enabled” is awaited by a node (${NODE_TRAITS.awaits}), or its error is shown by one (showErrorOf).`,
  },
  on: {
    screen({ screen }, report) {
      const { awaited, errorShown } = queryUsageOf(screen)
      for (const [name, { enabled }] of Object.entries(screen.queries))
        if (enabled !== undefined && !errorShown.has(name) && !awaited.has(name))
          report(emptyWhileDisabled(name), `queries/${name}/enabled`)
    },
  },
}
export default rule

const emptyWhileDisabled = (query: string): Report => ({
  code: 'emptyWhileDisabled',
  params: { query },
})
