import type { Change } from './change.ts'
import { callChanges, formChanges, shellChanges, textChanges } from './contentChanges.ts'
import { screenChanges, subjectOf } from './screenChanges.ts'
import type { CatalogueSnapshot } from './snapshot.ts'
import type { Describer } from './nodeComparison.ts'

export type { Change, ChangeKind } from './change.ts'
export { changeLines } from './changeText.ts'
export { EMPTY_SNAPSHOT, snapshotOfCatalogue, snapshotOfProject } from './snapshot.ts'
export type { CatalogueSnapshot } from './snapshot.ts'

/**
 * Describes the differences between two sides: screens (title, access, parameters, data, nodes, props, steps), forms and their
 * rules, the calls in use, the shell with its tabs, and texts by language. Pure, deterministic, no Node.
 *
 *   describeChange(snapshotOfCatalogue(live), snapshotOfProject(checked))     what a publication would change
 *   describeChange(EMPTY_SNAPSHOT, snapshotOfProject(checked))                   a first publication
 *   describeChange(a, a)                                              []
 */
export function describeChange(before: CatalogueSnapshot, after: CatalogueSnapshot): Change[] {
  const describer: Describer = {
    before: (key) => before.texts.get('en')?.[key] ?? key,
    after: (key) => after.texts.get('en')?.[key] ?? key,
    screenAt: (route) => {
      const screen = after.screens.get(route) ?? before.screens.get(route)
      return screen && subjectOf(screen, describer.after)
    },
  }
  return [
    ...screenChanges(before, after, describer),
    ...formChanges(before, after, describer),
    ...callChanges(before, after),
    ...shellChanges(before, after, describer),
    ...textChanges(before, after),
  ]
}

/** Texts whose English words changed while the translations did not: these may be outdated. A text that was split off another one has its translations. */
export function changedInEnglishOnly(
  before: CatalogueSnapshot,
  after: CatalogueSnapshot,
): { key: string; languages: string[] }[] {
  const [previous, current] = [before.texts.get('en'), after.texts.get('en')]
  return Object.keys(current ?? {}).flatMap((key) => {
    const origin = previous?.[key] === undefined ? originOf(key, before, after) : key
    if (origin === undefined || previous?.[origin] === current?.[key]) return []
    const languages = keptLanguages(key, origin, before, after)
    return languages.length > 0 ? [{ key, languages }] : []
  })
}

/** The languages in which a text has the words that another one had. */
const keptLanguages = (key: string, origin: string, before: CatalogueSnapshot, after: CatalogueSnapshot): string[] =>
  [...after.texts].flatMap(([lang, words]) =>
    lang !== 'en' && words[key] !== undefined && words[key] === before.texts.get(lang)?.[origin] ? [lang] : [],
  )

/** The text that a new one was split off: it had the words of the new one in most of the languages. */
function originOf(key: string, before: CatalogueSnapshot, after: CatalogueSnapshot): string | undefined {
  const most = (after.texts.size - 1) / 2
  return Object.keys(before.texts.get('en') ?? {}).find(
    (origin) => keptLanguages(key, origin, before, after).length > most,
  )
}
