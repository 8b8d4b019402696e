import type { Texts } from '../contract/contract.ts'
import { memo } from '../source/memo.ts'
import { members } from '../source/source.ts'
import type { Source } from '../source/source.ts'

/** The texts of a language file by their keys. The first of a repeated key counts. */
export const textsOf = memo(({ root }: Source): ReadonlyMap<string, string | undefined> => {
  const texts = new Map<string, string | undefined>()
  for (const { name, value } of members(root))
    if (!texts.has(name)) texts.set(name, value.type === 'string' ? String(value.value) : undefined)
  return texts
})

export const PLURAL = /_(zero|one|two|few|many|other)$/

/** Argument names in the words of a text; `count` chooses a plural form. */
export function argumentsOf(text: string): Set<string> {
  const names = new Set<string>()
  for (const [, name] of text.matchAll(/\{\{\s*([A-Za-z][\w]*)[^}]*\}\}/g)) if (name !== undefined) names.add(name)
  return names
}

/** The texts of a language file: plural forms are one text that takes `count`. */
export function readTexts(
  texts: ReadonlyMap<string, string>,
): Texts & { read: ReadonlyMap<string, ReadonlyMap<string, 'count' | 'value'>> } {
  const read = new Map<string, Map<string, 'count' | 'value'>>()
  for (const [key, text] of texts) {
    const plural = PLURAL.test(key)
    const name = key.replace(PLURAL, '')
    const args = read.get(name) ?? new Map<string, 'count' | 'value'>()
    if (plural) args.set('count', 'count')
    for (const arg of argumentsOf(text)) args.set(arg, arg === 'count' ? 'count' : 'value')
    read.set(name, args)
  }
  return { read, arguments: (key) => read.get(key), keys: () => read.keys() }
}

/** The key of a text without its plural form. */
export const baseKey = (key: string): string => key.replace(PLURAL, '')

/** The names of the texts of a file with their arguments: two files with one signature differ in their wording only. */
export const textSignature = memo((source: Source): string => {
  const texts = [...textsOf(source)].filter((entry): entry is [string, string] => entry[1] !== undefined)
  return JSON.stringify(texts.map(([key, text]) => [key, ...argumentsOf(text)]))
})
