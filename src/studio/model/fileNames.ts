const names = new Intl.DisplayNames('en', { type: 'language' })

/** The English name of a language: "German", "Simplified Chinese". */
export function languageName(language: string): string {
  try {
    return names.of(language) ?? language
  } catch {
    return language
  }
}

/** Languages with English, which is written first, before the others by name. */
export const byLanguage = (languages: readonly string[]): string[] =>
  languages.toSorted(
    (a, b) => Number(b === 'en') - Number(a === 'en') || languageName(a).localeCompare(languageName(b), 'en'),
  )

const KINDS: readonly { match: RegExp; name: (id: string, title: string | undefined) => string }[] = [
  { match: /^locales\/(.+)\.json$/, name: (id) => `${languageName(id)} texts` },
  { match: /^schemas\/forms\/(.+)\.json$/, name: (id) => `Form ${id}` },
  { match: /^screens\/parts\/(.+)\.json$/, name: (id) => `Part ${id}` },
  { match: /^fixtures\/screens\/(.+)\.json$/, name: (id) => `Saved states of ${id}` },
  { match: /^screens\/shell\.json$/, name: () => 'Tabs and start' },
  {
    match: /^screens\/(.+)\.json$/,
    name: (id, title) => (title === undefined || title === '' ? `Screen ${id}` : `Screen ${title}`),
  },
]

/** Display name of a file: 'Screen News', 'Arabic texts'. `title`: the title of a screen, if it is known. */
export function nameOf(path: string, title?: string): string {
  for (const { match, name } of KINDS) {
    const id = match.exec(path)?.[1]
    if (match.test(path)) return name(id ?? '', title)
  }
  return path
}

/** The language of a file of texts. */
export const languageOf = (path: string): string | undefined => /^locales\/([^/]+)\.json$/.exec(path)?.[1]

const ORDER: readonly RegExp[] = [/^screens\/(?!parts\/)/, /^screens\/parts\//, /^schemas\/forms\//, /^fixtures\//]

/** Files as people look for them: screens, parts, forms, saved states, then texts with English first. */
export function inOrder(paths: readonly string[]): string[] {
  const rank = (path: string): number => {
    const found = ORDER.findIndex((name) => name.test(path))
    return found === -1 ? ORDER.length : found
  }
  const languages = byLanguage(paths.flatMap((path) => languageOf(path) ?? []))
  const place = (path: string): number => languages.indexOf(languageOf(path) ?? '')
  return paths.toSorted((a, b) => rank(a) - rank(b) || place(a) - place(b) || (a < b ? -1 : 1))
}
