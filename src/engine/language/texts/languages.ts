/**
 * The language of `languages` that is nearest to a tag such as "zh-TW" or "pt_BR": the same language and script, then the same language;
 * otherwise the first of them.
 */
export function nearestLanguage(tag: unknown, languages: readonly string[]): string {
  return preferredLanguage(typeof tag === 'string' ? [tag] : [], languages) ?? languages[0] ?? ''
}

/** The language of `languages` that is nearest to the first of the tags that has one; undefined where none has. */
export function preferredLanguage(tags: readonly string[], languages: readonly string[]): string | undefined {
  for (const tag of tags) {
    const language = languageOfTag(tag, languages)
    if (language !== undefined) return language
  }
  return undefined
}

function languageOfTag(tag: string, languages: readonly string[]): string | undefined {
  if (languages.includes(tag)) return tag
  const wanted = localeOf(tag)
  if (!wanted) return undefined
  const known = languages.map((language) => ({ language, locale: localeOf(language) }))
  const same = known.filter(({ locale }) => locale?.language === wanted.language)
  return (same.find(({ locale }) => locale?.script === wanted.script) ?? same[0])?.language
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
