import { isObject } from '../../engine/language/values/json.ts'
import type { CallInfo } from '../model/calls.ts'
import { outlineOf } from '../outline/nodes.ts'
import { nodeWords } from './differenceWords.ts'
import { valueOf } from '../merge/edits.ts'

/** Conditions that are listed. */
const SHOWN = 8

/** Content of a screen, one sentence each: its elements, its data, its calls, and the conditions of its elements. */
export function contentOf(
  text: string,
  english: Readonly<Record<string, string>>,
  calls: ReadonlyMap<string, CallInfo>,
): string[] {
  const value = valueOf(text)?.value
  if (!isObject(value)) return []
  const rows = outlineOf(text, english).filter(({ kind }) => kind === 'node')
  const callWords = (name: string): string => calls.get(name)?.sentence ?? name
  const read = callsIn(Object.values(isObject(value.queries) ? value.queries : {}))
  const sent = callsIn(stepsIn(value))
  const sentences = (words: string, names: readonly string[]): string[] =>
    names.map((name) => `${words}: “${callWords(name)}”.`)
  const isMoney = (name: string): boolean => calls.get(name)?.effect === 'money'
  const conditional = rows.filter(({ condition, isHidden }) => condition !== '' && !isHidden)
  const hidden = rows.filter(({ isHidden }) => isHidden).length
  return [
    `It has ${counted(rows.length, 'element')}.`,
    ...sentences('It moves money', sent.filter(isMoney)),
    ...sentences(
      'It sends',
      sent.filter((name) => !isMoney(name)),
    ),
    ...sentences('Its data', read),
    ...conditional.slice(0, SHOWN).map(({ place, condition }) => `${nodeWords(text, place, english)}: ${condition}.`),
    ...(conditional.length > SHOWN
      ? [`${counted(conditional.length - SHOWN, 'more element')} under a condition.`]
      : []),
    ...(hidden > 0 ? [`${counted(hidden, 'element')} hidden: no user sees ${hidden === 1 ? 'it' : 'them'}.`] : []),
  ]
}

const counted = (count: number, singular: string): string => `${count} ${singular}${count === 1 ? '' : 's'}`

/** The names of the calls of queries or steps, each once. */
const callsIn = (all: readonly unknown[]): string[] => [
  ...new Set(all.flatMap((item) => (isObject(item) && typeof item.call === 'string' ? [item.call] : []))),
]

/** The steps of all events, those in branches too. */
function stepsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(stepsIn)
  if (!isObject(value)) return []
  const inner = Object.values(value).flatMap(stepsIn)
  return typeof value.action === 'string' ? [value, ...inner] : inner
}
