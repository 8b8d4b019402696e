import { readsIn } from '../../../codegen/compiler/service/index.ts'
import type { Json } from '../../engine/language/expressions/program.ts'
import { parse } from '../model/document.ts'
import { getNodeValue } from 'jsonc-parser'
import { screenOf, setMember, withAccess, type ScreenValue } from './queries.ts'
import type { CallInfo } from '../model/calls.ts'

type Group = 'queries' | 'state' | 'params'
const GROUPS: readonly Group[] = ['queries', 'state', 'params']

/** The states that steps in a value set: the name in an argument, up to a field of the state. */
function statesSetIn(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(statesSetIn)
  if (typeof value !== 'object' || value === null) return []
  const own =
    typeof value.action === 'string' && typeof value.name === 'string' ? value.name.split('.').slice(0, 1) : []
  return [...own, ...Object.values(value).flatMap(statesSetIn)]
}

/** Names that a value reads and sets, by group: "plants", "queries.plants" and a node that waits for it all read the query. */
function usedIn(value: Json | undefined): (group: Group, name: string) => boolean {
  const reads = readsIn(value)
  const set = new Set(statesSetIn(value))
  return (group, name) =>
    reads.some(([root, member]) => (root === group ? member === name : group === 'queries' && root === name)) ||
    (group === 'state' && set.has(name))
}

export interface CopiedDependencies {
  text: string
  /** Names of the copied dependencies: "the data transfers". */
  words: readonly string[]
}

/**
 * Adds to a screen what a node of another one reads there and this one lacks: data, states and parameters, and those that they read
 * themselves. `calls`: the access rules that the data needs.
 */
export function copyDependencies(
  node: string,
  from: string,
  to: string,
  calls: ReadonlyMap<string, CallInfo>,
): CopiedDependencies {
  const origin = screenOf(from)
  const root = parse(node)
  const used: Json[] = root ? [getNodeValue(root) as Json] : []
  let text = to
  const words: string[] = []
  for (let isMore = true; isMore;) {
    isMore = false
    const target: ScreenValue = screenOf(text)
    for (const group of GROUPS)
      for (const [name, value] of Object.entries(origin[group] ?? {})) {
        if (Object.hasOwn(screenOf(text)[group] ?? {}, name) || !usedIn(used)(group, name)) continue
        if (group !== 'params' && isTaken(name, target)) continue
        text = setMember(text, group, name, value)
        words.push(`${NAMES[group]} ${name}`)
        used.push(value as Json)
        const call = group === 'queries' ? calls.get((value as { call?: string }).call ?? '') : undefined
        if (call) text = withAccess(text, [...(call.auth ? ['login'] : []), ...call.needs]).text
        isMore = true
      }
  }
  return { text, words }
}

const NAMES: Readonly<Record<Group, string>> = { queries: 'the data', state: 'the state', params: 'the parameter' }

/** Whether a name belongs to another query or state of the screen. */
const isTaken = (name: string, { queries = {}, state = {} }: ScreenValue): boolean =>
  Object.hasOwn(queries, name) || Object.hasOwn(state, name)
