import { parse } from '../model/document.ts'
import { getNodeValue } from 'jsonc-parser'
import { screenOf, setMember, withAccess, type ScreenValue } from './queries.ts'
import type { CallInfo } from '../model/calls.ts'

type Group = 'queries' | 'state' | 'params'
const GROUPS: readonly Group[] = ['queries', 'state', 'params']

/** Members whose values name data of the screen without being expressions. */
const NAMING = new Set(['waitFor', 'showErrorOf', 'query', 'queries', 'each'])

interface Read {
  /** Member that the string is the value of. */
  member: string
  text: string
  /** The action of the step that it is an argument of. */
  action: string | undefined
}

function stringsIn(value: unknown, member = '', action?: string): Read[] {
  if (typeof value === 'string') return [{ member, text: value, action }]
  if (Array.isArray(value)) return value.flatMap((one) => stringsIn(one, member, action))
  if (typeof value !== 'object' || value === null) return []
  const own = 'action' in value && typeof value.action === 'string' ? value.action : undefined
  return Object.entries(value).flatMap(([name, one]) => stringsIn(one, name, own))
}

const reads = (strings: readonly Read[], group: Group, name: string): boolean =>
  strings.some(({ member, text, action }) => {
    const isNaming = NAMING.has(member)
    if (!isNaming && !text.startsWith('='))
      return group === 'state' && member === 'name' && action !== undefined && text.split('.')[0] === name
    const pattern =
      group === 'queries' ? `(?<![\\w.'"/-])${name}(?![\\w/'-])|\\bqueries\\.${name}\\b` : `\\b${group}\\.${name}\\b`
    return new RegExp(pattern).test(text)
  })

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
  let strings = root ? stringsIn(getNodeValue(root)) : []
  let text = to
  const words: string[] = []
  for (let isMore = true; isMore;) {
    isMore = false
    const target: ScreenValue = screenOf(text)
    for (const group of GROUPS)
      for (const [name, value] of Object.entries(origin[group] ?? {})) {
        if (Object.hasOwn(screenOf(text)[group] ?? {}, name) || !reads(strings, group, name)) continue
        if (group !== 'params' && isTaken(name, target)) continue
        text = setMember(text, group, name, value)
        words.push(`${NAMES[group]} ${name}`)
        strings = [...strings, ...stringsIn(value)]
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
