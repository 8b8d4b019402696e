import type { Expr, Step } from '../../../src/engine/language/expressions/program.ts'
import { isOperation, someOperation, visitSteps } from '../../../src/engine/language/expressions/visit.ts'
import { annotatedWith } from '../contract/annotated.ts'
import { hasError } from '../infer/types.ts'
import type { Rule } from '../rule.ts'
import type { Vocabulary } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { argumentOfKind } from '../flow/stateChanges.ts'
import { walkScreen } from '../flow/walk.ts'

const rule: Rule = {
  meta: {
    name: 'endless-list',
    severity: 'warning',
    doc: 'A list that loads more pages of a query, and a control that loads the next one, read from that query whether there is one.',
  },
  on: {
    screen({ screen, contract }, report) {
      walkScreen(screen, {
        actions: contract.actions,
        node(node) {
          for (const [prop, schema] of annotatedWith(contract.widgets.get(node.widget)?.props, 'x-more-by')) {
            const event = schema['x-more-by']
            if (typeof event !== 'string') continue
            const given: Expr | undefined = node.exprs?.[prop] ?? (node.props?.[prop] as Expr | undefined)
            if (hasError(given)) continue
            const loaded = pagedQueriesOf(node.on?.[event] ?? [], contract)
            if (!loaded) continue
            const at = `${node.sourcePath}/props/${prop}`
            const missing = unreadOf(given, loaded)
            if (missing !== undefined) report(endsElsewhere(prop, missing, loaded), at)
            else if (loaded.length === 0 && given !== undefined && given !== false) report(loadsNothing(event), at)
          }
        },
        step({ action, args, exprs, sourcePath }, { conditions, event }) {
          const argument = argumentOfKind(contract.actions.get(action), 'pagedQuery')
          if (argument === undefined || !event || hasError(exprs?.[argument])) return
          const query = String(args?.[argument])
          // A control that does nothing but load the next page; a list decides itself when to load it.
          const isControl = contract.widgets.get(event.node.widget)?.events[event.name]?.required === true
          if (isControl && !conditions.some(({ expr, truth }) => truth && mayReadMoreOf(expr, query)))
            report(alwaysOffered(query), sourcePath)
        },
      })
    },
  },
}
export default rule

/** The queries of which the steps load another page; undefined if one of them has an error. */
function pagedQueriesOf(steps: readonly Step[], { actions }: Vocabulary): string[] | undefined {
  const queries = new Set<string>()
  let isWrong = false
  visitSteps(steps, {
    step({ action, args, exprs }) {
      const argument = argumentOfKind(actions.get(action), 'pagedQuery')
      if (argument === undefined) return
      if (hasError(exprs?.[argument])) isWrong = true
      else queries.add(String(args?.[argument]))
    },
  })
  return isWrong ? undefined : [...queries]
}

/** A loaded query whose `hasMore` the expression does not read in one of its disjuncts; the first one if a disjunct reads none. */
function unreadOf(expr: Expr | undefined, loaded: readonly string[]): string | undefined {
  const disjuncts = disjunctsOf(expr)
  const reads = (query: string) => disjuncts.some((disjunct) => readsMoreOf(disjunct, query))
  const isIdle = disjuncts.some((disjunct) => !loaded.some((query) => readsMoreOf(disjunct, query)))
  return loaded.find((query) => !reads(query)) ?? (isIdle ? loaded[0] : undefined)
}

const disjunctsOf = (expr: Expr | undefined): (Expr | undefined)[] =>
  isOperation(expr) && expr[0] === '||' ? [...disjunctsOf(expr[1]), ...disjunctsOf(expr[2])] : [expr]

/** Whether an expression is `queries.<query>.hasMore`, or a conjunction with it. */
function readsMoreOf(expr: Expr | undefined, query: string): boolean {
  if (!isOperation(expr)) return false
  if (expr[0] === '&&') return readsMoreOf(expr[1], query) || readsMoreOf(expr[2], query)
  if (expr[0] !== '.' || expr[2] !== 'hasMore' || !isOperation(expr[1])) return false
  return expr[1][0] === '@' && expr[1][1] === 'queries' && expr[1][2] === query
}

/** Whether a condition reads `queries.<query>.hasMore`, or a name that may be bound to it. */
const mayReadMoreOf = (expr: Expr, query: string): boolean =>
  someOperation(expr, (operation) => operation[0] === 'v' || readsMoreOf(operation, query))

const alwaysOffered = (query: string): Report => ({
  code: 'alwaysOffered',
  params: { query },
})

const endsElsewhere = (prop: string, query: string, loaded: readonly string[]): Report => ({
  code: 'endsElsewhere',
  params: { query, prop, hasMore: loaded.map((name) => `queries.${name}.hasMore`).join(' || ') },
})

const loadsNothing = (event: string): Report => ({
  code: 'loadsNothing',
  params: { event },
})
