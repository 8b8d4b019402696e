import { getNodeValue } from 'jsonc-parser'
import { shownValues, type ShownValues } from '../../../codegen/compiler/service/index.ts'
import type { Json } from '../../engine/language/expressions/program.ts'
import { parse } from '../model/document.ts'

type Files = Readonly<Record<string, string>>
type English = Readonly<Record<string, string>>

/**
 * A name of Latin letters and digits from words, as names of data and texts are written: "My transfers" is "myTransfers". It does not begin
 * with a digit, and is empty where the words have no Latin letter. `limit`: words at most.
 */
export function camelCase(words: string, limit = Infinity): string {
  const parts = words
    .normalize('NFKD')
    .replaceAll(/\{\{.*?\}\}|['’]|\p{M}/gu, '')
    .split(/[^a-z0-9]+/i)
    .filter((part) => part !== '')
    .slice(0, limit)
  const name = parts
    .map((part, index) => {
      const rest = part === part.toUpperCase() ? part.slice(1).toLowerCase() : part.slice(1)
      return (index === 0 ? part.charAt(0).toLowerCase() : part.charAt(0).toUpperCase()) + rest
    })
    .join('')
    .replace(/^\d+/, '')
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** A name that is not taken: "rows", "rows2". */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  let count = 2
  while (isTaken(`${name}${count}`)) count += 1
  return `${name}${count}`
}

/** A text that names a field: of one of these groups, else the one that screens show beside it, else any of this name. */
export function labelOf(field: string, groups: readonly string[], english: English, files: Files): string | undefined {
  const isLabel = (key: string | undefined): key is string =>
    key !== undefined && english[key] !== undefined && !english[key].includes('{{') && english[key].length <= 40
  const own = groups.map((group) => `${group}.${field}`).find(isLabel)
  if (own !== undefined) return own
  const shown = mostFrequent(
    shownIn(files).flatMap(({ labels }) =>
      labels.flatMap((label) => (label.field === field && isLabel(label.label) ? [label.label] : [])),
    ),
  )
  return shown ?? Object.keys(english).find((key) => key.endsWith(`.${field}`) && isLabel(key))
}

const known = new Map<string, { text: string; shown: ShownValues }>()

/** Labels and texts of values on each screen; read again where its text has changed. */
const shownIn = (files: Files): ShownValues[] =>
  Object.entries(files).flatMap(([path, text]) => {
    if (!path.startsWith('screens/')) return []
    const before = known.get(path)
    if (before?.text === text) return [before.shown]
    const root = parse(text)
    const shown = shownValues(root && (getNodeValue(root) as Json))
    known.set(path, { text, shown })
    return [shown]
  })

/** The group of texts that says each value of an enumeration, as screens use it for this field. */
export function enumGroup(
  field: string,
  values: readonly string[],
  english: English,
  files: Files,
): string | undefined {
  const saysAll = (group: string): boolean => values.every((value) => english[`${group}.${value}`] !== undefined)
  const used = shownIn(files).flatMap(({ texts }) =>
    texts.flatMap((text) => (text.field === field && saysAll(text.group) ? [text.group] : [])),
  )
  return mostFrequent(used)
}

function mostFrequent(all: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const item of all) counts.set(item, (counts.get(item) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}
