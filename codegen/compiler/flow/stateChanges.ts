import { isRefTo, refArgument } from '../contract/schemaRef.ts'
import type { RefKind } from '../contract/schemaRef.ts'
import type { Node } from '../../../src/engine/language/expressions/program.ts'
import { visitNodes } from '../../../src/engine/language/expressions/visit.ts'
import type { Visitor } from '../../../src/engine/language/expressions/visit.ts'
import type { Mutable } from './mutable.ts'
import { annotatedWith } from '../contract/annotated.ts'
import type { ActionDef, Vocabulary } from '../contract/contract.ts'

/** The argument of an action whose schema has this annotation. */
export const argumentWith = (action: ActionDef | undefined, keyword: `x-${string}`): string | undefined =>
  annotatedWith(action?.args, keyword)[0]?.[0]

/** The name of the first argument of an action with a reference of this kind. */
export const argumentOfKind = (action: ActionDef | undefined, kind: RefKind): string | undefined =>
  annotatedWith(action?.args, 'x-ref').find(([, schema]) => isRefTo(schema, kind))?.[0]

/** Target of a step's write: a state, the values of a form, or a member of the session. */
export function stateWrittenBy(
  action: ActionDef | undefined,
  argument: (name: string) => unknown,
): Mutable | undefined {
  const named = (name: string | undefined): string | undefined => {
    const value = name === undefined ? undefined : argument(name)
    return typeof value === 'string' ? value : undefined
  }
  const state = named(argumentOfKind(action, 'state'))?.split('.')[0]
  if (state !== undefined) return { kind: 'state', name: state }
  const values = argumentOfKind(action, 'partialFormValues')
  const form = named(
    values === undefined ? undefined : refArgument(action?.args.properties?.[values], 'partialFormValues'),
  )
  if (form !== undefined) return { kind: 'form', name: form }
  return action?.changesSession === undefined ? undefined : { kind: 'session', name: action.changesSession }
}

/** A screen or a part with its queries. */
interface WithQueries {
  kind: string
  queries: ReadonlyMap<string, { call: string }>
}

/** Placeholder for the queries of the screen that uses a part. */
const QUERIES_OF_USER = ''

/** The queries of a unit, as what is fetched again; `isListed` selects those of a step. */
export const refetchedQueries = (
  { kind, queries }: WithQueries,
  isListed: (name: string, call: string) => boolean = () => true,
): Mutable[] =>
  [
    ...[...queries].flatMap(([name, { call }]) => (isListed(name, call) ? [name] : [])),
    ...(kind === 'part' ? [QUERIES_OF_USER] : []),
  ].map((name) => ({ kind: 'refetched', name }))

/** The queries of a unit whose responses a step replaces. */
export function refetchedBy(
  action: ActionDef | undefined,
  argument: (name: string) => unknown,
  unit: WithQueries,
): Mutable[] {
  const refreshes = action?.refreshes
  const list = refreshes ?? argumentOfKind(action, 'pagedQuery')
  if (list === undefined) return []
  const listed = argument(list)
  if (refreshes !== undefined && !Array.isArray(listed)) return refetchedQueries(unit)
  const names: readonly unknown[] = Array.isArray(listed) ? listed : [listed]
  const namesCalls = isRefTo(action?.args.properties?.[list]?.items, 'call')
  return refetchedQueries(unit, (name, call) => names.includes(namesCalls ? call : name))
}

/** Visitor that calls `report` with each value that a step writes. */
export function writeVisitor(contract: Vocabulary, report: (changed: Mutable) => void): Visitor {
  return {
    step({ action: name, args }) {
      const changed = stateWrittenBy(contract.actions.get(name), (argument) => args?.[argument])
      if (changed) report(changed)
    },
  }
}

/** The values that the handlers of nodes write. Handlers in a sheet run before the step after it. */
export function statesWrittenIn(nodes: readonly Node[], contract: Vocabulary): Mutable[] {
  const written: Mutable[] = []
  visitNodes(
    nodes,
    writeVisitor(contract, (changed) => written.push(changed)),
  )
  return written
}
