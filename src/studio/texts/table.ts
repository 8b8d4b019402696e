import type { Locales } from '../model/texts.ts'
import type { Diagnostic, Entry } from '../compiler/protocol.ts'

export interface TextRow {
  key: string
  /** Files that use the text. */
  uses: readonly string[]
  /** Problems by language. */
  problems: Readonly<Record<string, readonly Diagnostic[]>>
}

export type TextFilter = 'all' | 'missing' | 'unused' | 'problems' | 'changed'

export type { Locales }

/** Without the plural category: a text is used by its base key. */
export const baseKey = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '')

/** The texts of all languages by key, with their uses and problems. */
export function textRows(locales: Locales, entries: readonly Entry[], diagnostics: readonly Diagnostic[]): TextRow[] {
  const uses = new Map<string, string[]>()
  for (const { id, texts } of entries)
    for (const key of texts) {
      const list = uses.get(key)
      if (list) list.push(id)
      else uses.set(key, [id])
    }
  const problems = new Map<string, Record<string, Diagnostic[]>>()
  for (const one of diagnostics) {
    const language = /^locales\/([^/]+)\.json$/.exec(one.file)?.[1]
    if (language === undefined) continue
    const found = problems.get(one.path) ?? {}
    ;(found[language] ??= []).push(one)
    problems.set(one.path, found)
  }
  const keys = new Set(Object.values(locales).flatMap((texts) => Object.keys(texts)))
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
    kept = new Set(),
  }: {
    query: string
    filter: TextFilter
    changed: (key: string) => boolean
    /** Keys that stay in the list although they may not fit any more: those being edited. */
    kept?: ReadonlySet<string>
  },
): TextRow[] {
  const wanted = query.trim().toLowerCase()
  return rows.filter((row) => {
    if (kept.has(row.key)) return true
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
      row.uses.some((use) => use.toLowerCase().includes(wanted)) ||
      Object.values(locales).some((texts) => texts[row.key]?.toLowerCase().includes(wanted) ?? false)
    )
  })
}

/** The text of a file of texts with one text set, in the order of the keys. */
export function withText(source: string, key: string, words: string | undefined): string {
  const texts = JSON.parse(source) as Record<string, string>
  if (words === undefined) delete texts[key]
  else texts[key] = words
  return `${JSON.stringify(Object.fromEntries(Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`
}
