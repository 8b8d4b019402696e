/**
 * The language of `languages` that is nearest to a tag such as "zh-TW" or "pt_BR": the same language and script, then the same language;
 * otherwise the first of them.
 */
export function nearestLanguage(tag: unknown, languages: readonly string[]): string {
  const [first = ''] = languages
  if (typeof tag !== 'string' || languages.includes(tag)) return typeof tag === 'string' ? tag : first
  const wanted = localeOf(tag)
  if (!wanted) return first
  const known = languages.map((language) => ({ language, locale: localeOf(language) }))
  const same = known.filter(({ locale }) => locale?.language === wanted.language)
  return (same.find(({ locale }) => locale?.script === wanted.script) ?? same[0])?.language ?? first
}

/** Longest tag that is looked up. */
const MAX_LENGTH = 35

/** The tag with its likely script: zh-TW is zh-Hant-TW. Null for a text that is no tag. */
function localeOf(tag: string): Intl.Locale | null {
  if (tag.length > MAX_LENGTH) return null
  try {
    return new Intl.Locale(tag.replaceAll('_', '-')).maximize()
  } catch {
    return null
  }
}
