import type { Locales } from '../model/texts.ts'
import type { Diagnostic, Entry } from '../compiler/protocol.ts'

export interface TextRow {
  key: string
  /** The screens, parts and forms that use the text. */
  uses: readonly Pick<Entry, 'file' | 'id'>[]
  /** Problems by language. */
  problems: Readonly<Record<string, readonly Diagnostic[]>>
}

export type TextFilter = 'all' | 'missing' | 'unused' | 'problems' | 'changed'

export type { Locales }

const PLURAL = /_(zero|one|two|few|many|other)$/

/** Without the plural category: a text is used by its base key. */
export const baseKey = (key: string): string => key.replace(PLURAL, '')

/** The English words of a text. A plural form that English does not have has those of its form for other numbers. */
export const sourceOf = (english: Readonly<Record<string, string>>, key: string): string | undefined =>
  english[key] ?? english[key.replace(PLURAL, '_other')]

/** The texts of all languages by key, with their uses and problems. */
export function textRows(
  locales: Locales,
  entries: readonly Entry[],
  diagnostics: readonly Diagnostic[],
  /** A row that is being edited: it stays without words. */
  kept: string | null = null,
): TextRow[] {
  const uses = new Map<string, Pick<Entry, 'file' | 'id'>[]>()
  for (const { file, id, texts } of entries)
    for (const key of texts) {
      const list = uses.get(key)
      if (list) list.push({ file, id })
      else uses.set(key, [{ file, id }])
    }
  const problems = new Map<string, Record<string, Diagnostic[]>>()
  for (const diagnostic of diagnostics) {
    const language = /^locales\/([^/]+)\.json$/.exec(diagnostic.file)?.[1]
    if (language === undefined) continue
    const found = problems.get(diagnostic.path) ?? {}
    ;(found[language] ??= []).push(diagnostic)
    problems.set(diagnostic.path, found)
  }
  const keys = new Set(Object.values(locales).flatMap((texts) => Object.keys(texts)))
  if (kept !== null) keys.add(kept)
  return [...keys].toSorted().map((key) => ({
    key,
    uses: uses.get(key) ?? uses.get(baseKey(key)) ?? [],
    problems: problems.get(key) ?? {},
  }))
}

/** Languages in which a text is missing. Plural categories differ by language: those of another language are not missing. */
export function missingIn({ key }: TextRow, locales: Locales): string[] {
  const base = baseKey(key)
  return Object.entries(locales).flatMap(([language, texts]) =>
    texts[key] !== undefined || (base !== key && texts[`${base}_other`] !== undefined) ? [] : [language],
  )
}

export function filterRows(
  rows: readonly TextRow[],
  locales: Locales,
  {
    query,
    filter,
    changed,
    kept = null,
  }: {
    query: string
    filter: TextFilter
    changed: (key: string) => boolean
    /** The row that is being edited: it stays. */
    kept?: string | null
  },
): TextRow[] {
  const wanted = query.trim().toLowerCase()
  return rows.filter((row) => {
    if (row.key === kept) return true
    if (filter === 'missing' && missingIn(row, locales).length === 0) return false
    if (filter === 'problems' && Object.keys(row.problems).length === 0) return false
    if (
      filter === 'unused' &&
      !Object.values(row.problems)
        .flat()
        .some(({ rule }) => rule === 'unused-text')
    )
      return false
    if (filter === 'changed' && !changed(row.key)) return false
    return (
      wanted === '' ||
      row.key.toLowerCase().includes(wanted) ||
      row.uses.some(({ id }) => id.toLowerCase().includes(wanted)) ||
      Object.values(locales).some((texts) => texts[row.key]?.toLowerCase().includes(wanted) ?? false)
    )
  })
}

/** Words without line breaks, which no text of the app has: Enter in a field of words adds nothing at its end. */
const inOneLine = (words: string): string =>
  words.replaceAll(/^[\r\n]+|[\r\n]+$/g, '').replaceAll(/\s*[\r\n]+\s*/g, ' ')

/** The text of a file of texts with one text set, in the order of the keys. */
export function withText(source: string, key: string, words: string | undefined): string {
  const texts = JSON.parse(source) as Record<string, string>
  if (words === undefined) delete texts[key]
  else texts[key] = inOneLine(words)
  return `${JSON.stringify(Object.fromEntries(Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`
}

/** The files of texts with the words of one text set; empty words are taken out, languages that are not named stay. */
export function withTexts(
  files: Readonly<Record<string, string>>,
  key: string,
  words: Readonly<Record<string, string>>,
): Record<string, string> {
  const changes: Record<string, string> = {}
  for (const [language, text] of Object.entries(words)) {
    const path = `locales/${language}.json`
    const source = files[path]
    const trimmed = text.trim()
    if (source !== undefined) changes[path] = withText(source, key, trimmed === '' ? undefined : trimmed)
  }
  return changes
}
