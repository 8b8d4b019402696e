import type { Diagnostic } from '../compiler/protocol.ts'
import { languageName, languageOf } from '../model/fileNames.ts'
import { localesOf } from '../model/texts.ts'
import { plainProblem } from './plain.ts'

/** Problems as they are listed: a text that several languages lack is one. */
export interface ListedProblem {
  diagnostic: Diagnostic
  /** Message for staff, as text; one for all languages of a missing text. */
  message: string
  hint?: string | undefined
  /** The text that is missing in languages. */
  missing?: { key: string; languages: readonly string[] }
}

export interface Sources {
  files: Readonly<Record<string, string>>
  published: Readonly<Record<string, string>>
}

/** Problems as text for staff, the texts that are to be translated last. */
export function listedProblems(diagnostics: readonly Diagnostic[], { files, published }: Sources): ListedProblem[] {
  const english = localesOf(files).en ?? {}
  const { others, missing } = grouped(diagnostics, english)
  return [
    ...others.map((other) => ({ diagnostic: other, ...plainProblem(other, { files, published }) })),
    ...[...missing.values()].map(({ diagnostic, key, languages }) => ({
      diagnostic,
      message: missingMessage({ key, languages }, english),
      missing: { key, languages },
    })),
  ]
}

/**
 * The problems that are listed beside a file: its own first, then those of others. `only`: without the others while the file has problems, so
 * that a list whose number is shown is never empty.
 */
export function problemsFor(
  diagnostics: readonly Diagnostic[],
  open: string | null,
  only: string | undefined,
): readonly Diagnostic[] {
  const own = diagnostics.filter(({ file }) => file === open)
  if (only !== undefined && own.length > 0) return own
  return [...own, ...diagnostics.filter(({ file }) => file !== open)]
}

/** The problems of a value: at its path, and within it; for a group without those of its members. */
export const problemsAt = (
  diagnostics: readonly Diagnostic[],
  { file, place, isGroup }: { file: string; place: string; isGroup: boolean },
): Diagnostic[] =>
  diagnostics.filter(
    (diagnostic) =>
      diagnostic.file === file &&
      diagnostic.path.startsWith(place) &&
      (isGroup ? /^(\/\d+)?$/ : /^(\/|$)/).test(diagnostic.path.slice(place.length)),
  )

interface MissingText {
  diagnostic: Diagnostic
  key: string
  languages: string[]
}

/** The missing translations by their text, and the other problems. */
function grouped(
  diagnostics: readonly Diagnostic[],
  english: Readonly<Record<string, string>>,
): { others: Diagnostic[]; missing: ReadonlyMap<string, MissingText> } {
  const others: Diagnostic[] = []
  const missing = new Map<string, MissingText>()
  for (const diagnostic of diagnostics) {
    const { file, path: key, rule, code } = diagnostic
    const language = languageOf(file)
    if (language === undefined || rule !== 'missing-translation' || code === 'missing-translation/notInSource')
      others.push(diagnostic)
    // A text that was renamed or removed since the last check needs no translation.
    else if (!hasText(english, key)) continue
    else if (missing.has(key)) missing.get(key)?.languages.push(language)
    else missing.set(key, { diagnostic, key, languages: [language] })
  }
  return { others, missing }
}

const hasText = (english: Readonly<Record<string, string>>, key: string): boolean =>
  english[key] !== undefined || english[`${key}_other`] !== undefined

const missingMessage = (
  { key, languages }: { key: string; languages: readonly string[] },
  english: Readonly<Record<string, string>>,
): string =>
  `“${english[key] ?? english[`${key}_other`] ?? key}” is not translated into ${languages.map(languageName).toSorted().join(', ')}.`

/** Label of the button for the problem of a text. */
export const writeTranslations = (count: number): string =>
  count === 1 ? 'Write the translation' : `Write the ${count} translations`

const counted = (count: number, singular: string, more = `${singular}s`): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? singular : more}`]

/** How many problems there are, a text to translate counted once: "1 error, 2 texts to translate". Empty for none. */
export function problemCounts(
  diagnostics: readonly Diagnostic[],
  files: Readonly<Record<string, string>>,
): { count: number; words: string } {
  const { others, missing } = grouped(diagnostics, localesOf(files).en ?? {})
  const count = (severity: Diagnostic['severity']): number =>
    others.filter((other) => other.severity === severity).length
  return {
    count: others.length + missing.size,
    words: [
      ...counted(count('error'), 'error'),
      ...counted(count('warning'), 'warning'),
      ...counted(count('lint'), 'hint'),
      ...counted(missing.size, 'text to translate', 'texts to translate'),
    ].join(', '),
  }
}
