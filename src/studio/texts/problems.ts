import type { Diagnostic } from '../compiler/protocol.ts'
import { languageName, languageOf } from '../model/fileNames.ts'

/** Problems as they are listed: a text that several languages lack is one. */
export interface ListedProblem {
  one: Diagnostic
  /** That of the compiler; of a missing text, one for all languages. */
  message: string
  /** The text that is missing in languages. */
  missing?: { key: string; languages: readonly string[] }
}

export function listedProblems(
  diagnostics: readonly Diagnostic[],
  english: Readonly<Record<string, string>>,
): ListedProblem[] {
  const listed: ListedProblem[] = []
  const missing = new Map<string, string[]>()
  for (const one of diagnostics) {
    const language = languageOf(one.file)
    if (language === undefined || one.rule !== 'missing-translation' || !hasText(english, one.path)) {
      listed.push({ one, message: one.message })
      continue
    }
    const known = missing.get(one.path)
    if (known) known.push(language)
    else {
      const languages = [language]
      missing.set(one.path, languages)
      listed.push({ one, message: '', missing: { key: one.path, languages } })
    }
  }
  return listed.map((each) => (each.missing ? { ...each, message: missingMessage(each.missing, english) } : each))
}

const hasText = (english: Readonly<Record<string, string>>, key: string): boolean =>
  english[key] !== undefined || english[`${key}_other`] !== undefined

const missingMessage = (
  { key, languages }: { key: string; languages: readonly string[] },
  english: Readonly<Record<string, string>>,
): string =>
  `“${english[key] ?? english[`${key}_other`] ?? key}” is not translated into ${languages.map(languageName).toSorted().join(', ')}.`

/** What the button of a problem of a text says. */
export const writeTranslations = (count: number): string =>
  count === 1 ? 'Write the translation' : `Write the ${count} translations`
