import { notListOfWords, textNotString, wordNotString } from '../check/rules/contract-shape.ts'
import { rules } from '../check/rules/index.ts'
import type { LocaleEntry, TextInput } from './checkingRule.ts'
import type { Diagnostic } from './diagnostics.ts'
import { LOCALE_FILE, SOURCE_LANGUAGE } from './localeFiles.ts'
import { Reporter } from './reporter.ts'
import { itemsOf, members, rangeOf, toRange } from './source.ts'
import type { Range, Source } from './source.ts'
import { baseKey } from './texts.ts'
import { scriptOf } from './words.ts'

const textRules = rules.filter((rule) => rule.text)

export interface Locales {
  /** Language to its texts. */
  texts: Map<string, Record<string, string>>
  diagnostics: Diagnostic[]
}

/** Reads the texts of every language, and runs the hooks `text` and `locale` of all rules. */
export function checkLocales(sources: ReadonlyMap<string, Source>): Locales {
  const diagnostics: Diagnostic[] = []
  const read = new Map<string, { reporter: Reporter; entries: Map<string, LocaleEntry> }>()
  for (const [file, source] of sources) {
    const language = LOCALE_FILE.exec(file)?.[1]
    if (language === undefined) continue
    const reporter = new Reporter(source)
    const entries = new Map<string, LocaleEntry>()
    for (const { name, key, value } of members(source.root)) {
      if (value.type === 'string') entries.set(name, { key, value, text: String(value.value) })
      else reporter.report(textNotString(), rangeOf(value), name)
    }
    read.set(language, { reporter, entries })
  }
  for (const [language, { reporter, entries }] of read) {
    const english = language === SOURCE_LANGUAGE ? undefined : read.get(SOURCE_LANGUAGE)?.entries
    const script = scriptOf(language)
    const same = english ? sameWords(language, sources, diagnostics) : new Set<string>()
    for (const [key, { value, text }] of entries) {
      const original = (english?.get(key) ?? english?.get(`${baseKey(key)}_other`))?.text
      const input: TextInput = { key, text, original, script, same }
      for (const rule of textRules) rule.text?.(input, (report) => reporter.report(report, rangeOf(value), key))
    }
    const end = endOf(reporter.source)
    for (const rule of rules)
      rule.locale?.({ language, entries, english, end }, (report, at, key) => reporter.report(report, toRange(at), key))
    diagnostics.push(...reporter.diagnostics)
  }
  const texts = [...read].map(
    ([language, { entries }]) =>
      [language, Object.fromEntries([...entries].map(([name, { text }]) => [name, text]))] as const,
  )
  return { texts: new Map(texts), diagnostics }
}

/** The range of the bracket that closes a file. */
const endOf = ({ root }: Source): Range =>
  root ? { start: root.offset + root.length - 1, end: root.offset + root.length } : { start: 0, end: 1 }

/** Words that a language has in common with the source: locales/same/<language>.json. */
function sameWords(language: string, sources: ReadonlyMap<string, Source>, diagnostics: Diagnostic[]): Set<string> {
  const source = sources.get(`locales/same/${language}.json`)
  if (!source?.root) return new Set()
  const reporter = new Reporter(source)
  if (source.root.type !== 'array') reporter.report(notListOfWords(), rangeOf(source.root))
  for (const word of itemsOf(source.root)) if (word.type !== 'string') reporter.report(wordNotString(), rangeOf(word))
  diagnostics.push(...reporter.diagnostics)
  return new Set(itemsOf(source.root).map((word) => String(word.value)))
}
