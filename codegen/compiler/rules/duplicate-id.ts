import type { Expr, Operation } from '../../../src/engine/language/expressions/program.ts'
import { entriesOf, isOperation, operationsOf, readsLocal } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import { hasError } from '../infer/types.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { walkScreen } from '../flow/walk.ts'

const rule: Rule = {
  meta: {
    name: 'duplicate-id',
    severity: 'error',
    doc: 'The items of a list have different ids.',
  },
  on: {
    screen({ screen, contract }, report) {
      walkScreen(screen, {
        actions: contract.actions,
        node({ exprs, sourcePath }) {
          for (const [prop, expr] of Object.entries(exprs ?? {}))
            if (operationsOf(expr).some(hasOneId)) report(oneIdForAll(), `${sourcePath}/props/${prop}`)
        },
      })
    },
    repeatedId: ({ id }, report) => report({ code: 'sameId', params: { id: id.slice(0, 60) } }),
  },
}
export default rule

/** Whether the items that are made of a list have an id that does not read the item. */
function hasOneId(operation: Operation): boolean {
  if (operation[0] !== 'map_') return false
  const [, , item, body] = operation
  const id: Expr | undefined =
    isOperation(body) && body[0] === 'map' ? entriesOf(body).find(([key]) => key === 'id')?.[1] : undefined
  return id !== undefined && !hasError(id) && !readsLocal(id, item)
}

const oneIdForAll = (): Report => ({
  code: 'oneIdForAll',
})
