import { exprKey, operationsOf } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { argumentOfKind } from '../flow/stateChanges.ts'
import { walkScreen } from '../flow/walk.ts'

const rule: Rule = {
  meta: {
    name: 'empty-list',
    severity: 'warning',
    doc: 'A query with pages of items has “emptyWhen”.',
  },
  on: {
    screen({ screen, contract }, report) {
      const paged = new Set<string>()
      const conditions = new Set<string>()
      walkScreen(screen, {
        actions: contract.actions,
        node({ visible }) {
          for (const operation of operationsOf(visible)) conditions.add(exprKey(operation))
        },
        step({ action: name, args }) {
          const argument = argumentOfKind(contract.actions.get(name), 'pagedQuery')
          if (argument !== undefined) paged.add(String(args?.[argument]))
        },
      })
      for (const [name, query] of Object.entries(screen.queries)) {
        const items = contract.calls.get(query.call)?.paging?.items
        if (
          !paged.has(name) ||
          items === undefined ||
          query.emptyWhen !== undefined ||
          conditions.has(exprKey(['.', ['@', 'data', name], items]))
        )
          continue
        report(nothingShown(name, items), `queries/${name}`, true)
      }
    },
  },
}
export default rule

const nothingShown = (query: string, items: string): Report => ({
  code: 'nothingShown',
  params: { query, items },
})
