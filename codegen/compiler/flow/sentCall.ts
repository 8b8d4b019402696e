import type { Screen, Step } from '../../../src/engine/language/expressions/program.ts'
import type { ActionDef, Call, Vocabulary } from '../contract/contract.ts'
import { isRefTo } from '../contract/schemaRef.ts'
import { sentValues } from './sentValue.ts'
import { argumentOfKind } from './stateChanges.ts'

/** The call of the contract that a step sends; undefined for a step that sends none. */
export const sentCall = (
  { action, args }: Pick<Step, 'action' | 'args'>,
  { actions, calls }: Pick<Vocabulary, 'actions' | 'calls'>,
): Call | undefined => calls.get(String(args?.[actions.get(action)?.sends ?? '']))

/** The calls whose answers a step changes: those of every value of the payload field that decides it, unless the value is known. */
export function changedBy({ changes }: Call, step: Step, { actions }: Vocabulary): readonly string[] {
  if (!('by' in changes)) return changes
  const value = sentValues(step, argumentOfKind(actions.get(step.action), 'payload') ?? '').get(changes.by)
  return typeof value === 'string' ? (changes.of[value] ?? []) : [...new Set(Object.values(changes.of).flat())]
}

/** The calls whose answers a step fetches again. */
export function refreshedBy({ args }: Step, { queries }: Screen, action: ActionDef | undefined): string[] {
  if (action?.refreshes === undefined) return []
  const callOf = (name: string): string[] => (queries[name] ? [queries[name].call] : [])
  const names = args?.[action.refreshes]
  if (!Array.isArray(names)) return Object.keys(queries).flatMap(callOf)
  const schema = action.args.properties?.[action.refreshes]?.items
  const isQuery = schema !== undefined && isRefTo(schema, 'query')
  return names.map(String).flatMap((name) => (isQuery ? callOf(name) : [name]))
}
