import { nearestLanguage } from '../core/languages.ts'

const tags = (): readonly string[] => (typeof navigator === 'undefined' ? [] : (navigator.languages ?? []))

/** The country of the device's first language that names one: "en-GB" is GB. Else the main country of its first language: "ja" is JP; undefined without languages. */
export function deviceCountry(): string | undefined {
  const [first] = tags()
  return (
    tags()
      .map((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1])
      .find(Boolean) ?? (first === undefined ? undefined : new Intl.Locale(first).maximize().region)
  )
}

/** The language of `languages` that is nearest to the device's first language; the first of them if there is none. */
export const deviceLanguage = (languages: readonly string[]): string => nearestLanguage(tags()[0], languages)

/** Moves the item with this id to the front of a list. */
export const withFirst = <Item extends { id: string }>(items: readonly Item[], first: string | undefined): Item[] => [
  ...items.filter(({ id }) => id === first),
  ...items.filter(({ id }) => id !== first),
]
