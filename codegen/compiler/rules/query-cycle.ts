import type { Expr, Query, Screen } from '../../../src/engine/language/expressions/program.ts'
import { operationsOf } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'

const rule: Rule = {
  meta: {
    name: 'query-cycle',
    severity: 'error',
    doc: 'The payload and “enabled” of a query do not depend on its own answer, directly or through other queries, and its payload does not tick.',
  },
  on: {
    screen({ screen: { queries }, contract: { signatures } }, report) {
      for (const [name, { payload }] of Object.entries(queries)) {
        const ticking = operationsOf(payload).find(([op, name]) => op === 'f' && signatures[name]?.ticks === true)
        if (ticking) report(sentEachTick(name, String(ticking[1])), `queries/${name}/payload`)
      }
      const reported = new Set<string>()
      for (const start of Object.keys(queries)) {
        const cycle = reported.has(start) ? undefined : cycleFrom(start, queries)
        if (!cycle) continue
        for (const name of cycle) reported.add(name)
        const [, next = start] = [...cycle, start]
        const trigger = TRIGGERS.find((trigger) => queriesIn(queries[start]?.[trigger] ?? null).has(next)) ?? 'payload'
        report(sentAgain(cycle, start, trigger), `queries/${start}/${trigger}`)
      }
    },
  },
}
export default rule

const sentEachTick = (query: string, name: string): Report => ({
  code: 'sentEachTick',
  params: { query, name },
})

const sentAgain = (cycle: readonly string[], start: string, trigger: string): Report => ({
  code: cycle.length === 1 ? 'readsItself' : 'sentAgain',
  params: { start, trigger, cycle: [...cycle, start].join(' → ') },
})

/** The members of a query whose change sends it again. */
const TRIGGERS = ['payload', 'enabled'] as const

/** The shortest path of queries from a query back to itself; undefined without one. */
function cycleFrom(start: string, queries: Screen['queries']): string[] | undefined {
  const seen = new Set<string>()
  let paths = [[start]]
  while (paths.length > 0) {
    const longer: string[][] = []
    for (const path of paths)
      for (const next of dependenciesOf(queries[path.at(-1) ?? ''])) {
        if (next === start) return path
        if (seen.has(next)) continue
        seen.add(next)
        longer.push([...path, next])
      }
    paths = longer
  }
  return undefined
}

const dependenciesOf = (query: Query | undefined): Set<string> =>
  new Set(TRIGGERS.flatMap((trigger) => [...queriesIn(query?.[trigger] ?? null)]))

/** The queries whose data or status an expression reads. */
const queriesIn = (expr: Expr): Set<string> =>
  new Set(
    [...operationsOf(expr)].flatMap(([op, root, name]) =>
      op === '@' && (root === 'data' || root === 'queries') ? [name] : [],
    ),
  )
