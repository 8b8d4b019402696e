import type { Expr, Query, Screen } from '../../../src/core/program.ts'
import type { FlowReporter } from './flowReporter.ts'
import { operationsOf } from '../../../src/core/visit.ts'
import queryCycle from '../../check/rules/query-cycle.ts'

/** The members of a query whose change sends it again. */
const TRIGGERS = ['payload', 'enabled'] as const

/** Reports queries that each answer sends again: each cycle once, at its first query. */
export function checkQueryCycles(screen: Screen, file: string, reporter: FlowReporter): void {
  const reported = new Set<string>()
  for (const start of Object.keys(screen.queries)) {
    const cycle = reported.has(start) ? undefined : cycleFrom(start, screen.queries)
    if (!cycle) continue
    for (const name of cycle) reported.add(name)
    const [, next = start] = [...cycle, start]
    const trigger = TRIGGERS.find((one) => queriesIn(screen.queries[start]?.[one] ?? null).has(next)) ?? 'payload'
    reporter.report(
      queryCycle,
      file,
      `queries/${start}/${trigger}`,
      cycle.length === 1
        ? `The query "${start}" reads its own answer in "${trigger}", so each answer sends it again.`
        : `These queries depend on each other, so each answer sends them again: ${[...cycle, start].join(' → ')}.`,
      'Read a state or a parameter, and change it in a step.',
    )
  }
}

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
