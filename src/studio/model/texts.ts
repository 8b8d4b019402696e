import type { TextEntries } from '../../engine/language/texts/partialTexts.ts'
import { report } from '../../engine/language/report.ts'

export type Locales = Readonly<Record<string, Readonly<Record<string, string>>>>

const LOCALE = /^locales\/([^/]+)\.json$/
const parsed = new Map<string, { source: string; texts: Readonly<Record<string, string>> }>()
const known = new WeakMap<object, Locales>()

/** The texts by language, as the files are now, without those that are marked as not translated. A file with a syntax error keeps its last texts. */
export function localesOf(files: Readonly<Record<string, string>>): Locales {
  const cached = known.get(files)
  if (cached) return cached
  const result: Record<string, Readonly<Record<string, string>>> = {}
  for (const [path, source] of Object.entries(files)) {
    const language = LOCALE.exec(path)?.[1]
    if (language !== undefined) result[language] = textsOf(path, source)
  }
  known.set(files, result)
  return result
}

function textsOf(path: string, source: string): Readonly<Record<string, string>> {
  const last = parsed.get(path)
  if (last?.source === source) return last.texts
  let texts = last?.texts ?? {}
  try {
    const entries = Object.entries(JSON.parse(source) as TextEntries)
    texts = Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch (error) {
    // The compiler reports the syntax error.
    report(error, 'parse a file')
  }
  parsed.set(path, { source, texts })
  return texts
}
