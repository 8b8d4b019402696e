import { languageName, languageOf } from '../model/fileNames.ts'

interface Parsed {
  access?: readonly string[]
}

/** Counts of the changes in a publication of these files. */
export interface GoesLive {
  screens: number
  parts: number
  forms: number
  texts: number
  languages: readonly string[]
  /** Changed screens that only users who have logged in see. */
  loggedInOnly: number
  deleted: number
}

type Files = Readonly<Record<string, string>>

export function goesLive(paths: readonly string[], files: Files, published: Files): GoesLive {
  const count = (start: RegExp): number => paths.filter((path) => start.test(path)).length
  const languages = paths.flatMap((path) => languageOf(path) ?? [])
  const keys = new Set(
    languages.flatMap((language) => {
      const [before, after] = [published, files].map((all) => entriesOf(all[`locales/${language}.json`]))
      const all = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
      return [...all].filter((key) => before?.[key] !== after?.[key])
    }),
  )
  const screens = paths.filter((path) => /^screens\/(?!parts\/)/.test(path))
  return {
    screens: screens.length,
    parts: count(/^screens\/parts\//),
    forms: count(/^schemas\/forms\//),
    texts: keys.size,
    languages: languages.map(languageName),
    loggedInOnly: screens.filter((path) => needsLogin(files[path])).length,
    deleted: paths.filter((path) => files[path] === undefined).length,
  }
}

function entriesOf(text: string | undefined): Record<string, unknown> {
  try {
    return JSON.parse(text ?? '{}') as Record<string, unknown>
  } catch {
    return {}
  }
}

function needsLogin(text: string | undefined): boolean {
  const { access = [] } = entriesOf(text) as Parsed
  return access.includes('login')
}

const counted = (count: number, singular: string, more = `${singular}s`): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? singular : more}`]

/** "2 screens, 3 texts in 10 languages and 1 form". */
export function goesLiveWords({ screens, parts, forms, texts, languages, deleted }: GoesLive): string {
  const list = [
    ...counted(screens, 'screen'),
    ...counted(parts, 'part of screens', 'parts of screens'),
    ...counted(forms, 'form'),
    ...counted(texts, 'text').map(
      (item) => `${item} in ${languages.length === 1 ? languages[0] : `${languages.length} languages`}`,
    ),
  ]
  const joined = list.length > 1 ? `${list.slice(0, -1).join(', ')} and ${list.at(-1)}` : (list[0] ?? 'nothing')
  return deleted === 0 ? joined : `${joined}; ${deleted} of them ${deleted === 1 ? 'is' : 'are'} deleted`
}

/** For whom it changes. */
export function forWhom({ screens, loggedInOnly }: GoesLive): string {
  if (screens === 0 || loggedInOnly === 0) return 'It changes for everybody who opens the app.'
  return loggedInOnly === screens
    ? 'It changes for users who have logged in.'
    : `It changes for everybody; ${loggedInOnly} of the screens are seen by users who have logged in.`
}
