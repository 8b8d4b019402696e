import { readFileSync } from 'node:fs'
import type { City } from '../../../generated/entities.ts'

interface Entry {
  id: string
  at: string
  names: Record<string, string>
}

/** Reads the list of cities from its file. `at` is "latitude,longitude" in degrees; `names` has a name by language. */
export const readCities = (): Entry[] =>
  JSON.parse(readFileSync(new URL('cities/cities.json', import.meta.url), 'utf8')) as Entry[]

const entries = readCities()
const cache = new Map<string, City[]>()

/** All cities by their name in the language, or in English. */
export function citiesIn(lang: string): City[] {
  let rows = cache.get(lang)
  if (!rows) {
    const { compare } = new Intl.Collator(lang)
    rows = entries
      .map(({ id, at, names }) => ({ id, at, name: names[lang] ?? names.en ?? id }))
      .toSorted((a, b) => compare(a.name, b.name))
    cache.set(lang, rows)
  }
  return rows
}
