import { baseKey, type Locales } from './table.ts'

/** A translation that another text of the catalogue has. */
export interface Suggestion {
  words: string
  /** The key of the other text, and its English words. */
  from: string
  english: string
}

const pluralOf = (key: string): string => key.slice(baseKey(key).length)
const lower = (words: string): string => words.trim().toLowerCase()
/** Words without case and punctuation; placeholders stay. */
const bare = (words: string): string =>
  lower(words)
    .replaceAll(/[^\p{L}\p{N}\p{M}{}]+/gu, ' ')
    .trim()

/** How two English texts are alike, the closest first. */
const MATCHES: readonly ((words: string) => string)[] = [(words) => words.trim(), lower, bare]

/**
 * By language, the translation of another text with the same English words; if there is none, of one whose English words differ in case only,
 * and then in case and punctuation. A text of the same group is preferred.
 */
export function suggestionsFor(key: string, english: string, locales: Locales): Readonly<Record<string, Suggestion>> {
  if (bare(english) === '') return {}
  const group = `${key.split('.')[0] ?? ''}.`
  const others = Object.entries(locales.en ?? {})
    .filter(([other, words]) => other !== key && pluralOf(other) === pluralOf(key) && bare(words) === bare(english))
    .map(([other, words]) => ({
      other,
      english: words,
      rank: MATCHES.findIndex((match) => match(words) === match(english)) * 2 + Number(!other.startsWith(group)),
    }))
    .toSorted((a, b) => a.rank - b.rank)
  return Object.fromEntries(
    Object.entries(locales).flatMap(([language, texts]) => {
      if (language === 'en') return []
      const found = others.find(({ other }) => (texts[other] ?? '').trim() !== '')
      return found ? [[language, { words: texts[found.other] ?? '', from: found.other, english: found.english }]] : []
    }),
  )
}
