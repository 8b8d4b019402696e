import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import { operationsOf } from '../../../src/engine/language/expressions/visit.ts'
import { refetchedBy, stateWrittenBy } from './stateChanges.ts'
import { readsPath } from '../infer/astKey.ts'
import type { Scope } from '../infer/scope.ts'
import { MutableSet, mutableReadBy, pathsOf } from './mutable.ts'
import type { Mutable } from './mutable.ts'
import { statePathOf } from '../parts/refParam.ts'
import { member, members, stringAt, toJson, visitJson } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'
import type { CompilationUnit } from '../lower/compilationUnit.ts'

/** The mutable values that expressions read. */
export const mutableReadsOf = (exprs: readonly Expr[]): MutableSet =>
  new MutableSet(exprs.flatMap(operationsOf).flatMap((operation) => mutableReadBy(operation) ?? []))

/**
 * Facts about a state or a form draft are dropped after a step changes it. So are facts about queries whose payload reads it,
 * since the new response is pending. Of a query that is fetched again only the fact that it is not null remains. Any parameter of a part may read a state; the payload of a query parameter is not visible in the part.
 */
export function invalidateFacts(scope: Scope, changed: MutableSet, unit: CompilationUnit): Scope {
  if (changed.size === 0) return scope
  const pending = dependentQueries(changed, unit)
  const invalidated =
    unit.kind === 'part'
      ? [
          ...[...unit.params].filter((name) => !unit.queries.has(name)).map((name) => [name]),
          ...[...changed].filter(({ kind }) => kind !== 'state').flatMap(pathsOf),
        ]
      : [...changed, ...pending].flatMap(pathsOf)
  const refetched = new Set(
    [...changed].flatMap(({ kind, name }) =>
      kind === 'refetched' && !pending.some((query) => query.name === name) ? [name] : [],
    ),
  )
  return scope.forget(
    (key) => invalidated.some((path) => readsPath(key, path)),
    ({ path = [] }) => path.length === 1 && refetched.has(path[0] ?? ''),
  )
}

/** Queries whose payload or condition depends on these values, transitively. */
function dependentQueries(changed: MutableSet, { queries }: CompilationUnit): Mutable[] {
  const dependents = new Map<string, Mutable>()
  for (let before = -1; before < dependents.size;) {
    before = dependents.size
    const reach = new MutableSet([...changed].map(asResponse).concat(...dependents.values()))
    for (const [name, { dependsOn = [] }] of queries)
      if ([...dependsOn].some((mutable) => reach.has(mutable))) dependents.set(name, { kind: 'query', name })
  }
  return [...dependents.values()]
}

const asResponse = (mutable: Mutable): Mutable =>
  mutable.kind === 'refetched' ? { ...mutable, kind: 'query' } : mutable

/** The values that steps below a document node may write. The controls of an open sheet run before the step after it. */
export function writesWithin(holder: JsonNode, unit: CompilationUnit): MutableSet {
  const written: Mutable[] = []
  visitJson(holder, (node) => {
    const action = unit.contract.actions.get(stringAt(node, 'action') ?? '')
    const changed = stateWrittenBy(action, (argument) => stringAt(node, argument))
    if (changed) written.push(changed)
    written.push(...refetchedBy(action, (argument) => jsonAt(node, argument), unit))
    const part = unit.projectIndex.part(stringAt(node, 'part') ?? '')
    if (typeof part === 'string') return
    for (const { name, value } of members(member(node, 'props'))) {
      const ref = part.params.get(name)?.ref
      const [state] = ref && 'state' in ref ? statePathOf(value, unit.kind) : []
      if (state !== undefined) written.push({ kind: 'state', name: state })
    }
  })
  return new MutableSet(written)
}

/** The value of a member of an object; undefined without it. */
export function jsonAt(node: JsonNode, name: string): unknown {
  const value = member(node, name)
  return value && toJson(value)
}
