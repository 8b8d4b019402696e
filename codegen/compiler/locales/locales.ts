import type { LocaleEntry, TextInput } from '../rule.ts'
import type { RuleSet } from '../ruleSet.ts'
import type { Finding } from '../source/findings/diagnostics.ts'
import { LOCALE_FILE, SOURCE_LANGUAGE, sameWordsFile } from './localeFiles.ts'
import { Reporter } from '../source/findings/reporter.ts'
import { completeTexts } from '../../../src/engine/language/texts/partialTexts.ts'
import { itemsOf, members, rangeOf, toRange } from '../source/source.ts'
import type { JsonNode, Range, Source } from '../source/source.ts'
import { baseKey } from './texts.ts'
import { scriptOf } from '../source/names/words.ts'

export interface Locales {
  /** Language to its texts; those that are not translated are in English. */
  texts: Map<string, Record<string, string>>
  /** Partly translated languages, each with the number of its texts that are not translated. */
  untranslated: Map<string, number>
  diagnostics: Finding[]
}

/** The findings of a file of texts, with what they depend on besides the file: the source language and the words in common with it. */
const checkedLocales = new WeakMap<Source, { stamp: readonly unknown[]; diagnostics: readonly Finding[] }>()

/** Reads the texts of every language, and emits the events `text` and `locale`. */
export function checkLocales(sources: ReadonlyMap<string, Source>, rules: RuleSet): Locales {
  const diagnostics: Finding[] = []
  const read = new Map<string, { reporter: Reporter; entries: Map<string, LocaleEntry>; marks: Set<string> }>()
  for (const [file, source] of sources) {
    const language = LOCALE_FILE.exec(file)?.[1]
    if (language === undefined) continue
    const reporter = new Reporter(source, rules)
    const entries = new Map<string, LocaleEntry>()
    const marks = new Set<string>()
    for (const { name, key, value } of members(source.root)) {
      if (value.type === 'string') entries.set(name, { key, value, text: String(value.value) })
      else if (language !== SOURCE_LANGUAGE && isMark(value)) marks.add(name)
      else reporter.emit({ event: 'localeTextNotString' }, rangeOf(value), name)
    }
    read.set(language, { reporter, entries, marks })
  }
  const source = sources.get(`locales/${SOURCE_LANGUAGE}.json`)
  for (const [language, { reporter, entries, marks }] of read) {
    const english = language === SOURCE_LANGUAGE ? undefined : read.get(SOURCE_LANGUAGE)?.entries
    const stamp = [english && source, sources.get(sameWordsFile(language))]
    const known = checkedLocales.get(reporter.source)
    if (known?.stamp.every((part, index) => part === stamp[index])) {
      diagnostics.push(...known.diagnostics)
      continue
    }
    const others = diagnostics.length
    const script = scriptOf(language)
    const same = english ? sameWords(language, sources, rules, diagnostics) : new Set<string>()
    for (const [key, { value, text }] of entries) {
      const original = (english?.get(key) ?? english?.get(`${baseKey(key)}_other`))?.text
      const input: TextInput = { key, text, original, script, same }
      rules.emit('text', input, (report) => reporter.report(report, rangeOf(value), key))
    }
    const end = endOf(reporter.source)
    rules.emit('locale', { language, entries, marks, english, end }, (report, at, key) =>
      reporter.report(report, toRange(at), key),
    )
    diagnostics.push(...reporter.diagnostics)
    checkedLocales.set(reporter.source, { stamp, diagnostics: diagnostics.slice(others) })
  }
  const own = new Map([...read].map(([language, { entries }]) => [language, ownTexts(entries)]))
  const english = own.get(SOURCE_LANGUAGE) ?? {}
  const texts = new Map<string, Record<string, string>>()
  const untranslated = new Map<string, number>()
  for (const [language, { entries, marks }] of read) {
    const translated = own.get(language) ?? {}
    if (marks.size === 0) texts.set(language, translated)
    else {
      const complete = completeTexts({ ...translated, ...asMarks(marks) }, english)
      texts.set(language, complete)
      untranslated.set(language, Object.keys(complete).length - entries.size)
    }
  }
  return { texts, untranslated, diagnostics }
}

const ownTexts = (entries: ReadonlyMap<string, LocaleEntry>): Record<string, string> =>
  Object.fromEntries([...entries].map(([name, { text }]) => [name, text]))
const asMarks = (keys: ReadonlySet<string>): Record<string, { en: string }> =>
  Object.fromEntries([...keys].map((key) => [key, { en: '' }]))

/** A text that is not translated: an object with the English words alone. */
function isMark(value: JsonNode): boolean {
  const [only, ...others] = members(value)
  return only?.name === SOURCE_LANGUAGE && only.value.type === 'string' && others.length === 0
}

/** The range of the bracket that closes a file. */
const endOf = ({ root }: Source): Range =>
  root ? { start: root.offset + root.length - 1, end: root.offset + root.length } : { start: 0, end: 1 }

/** Words that a language has in common with the source. */
function sameWords(
  language: string,
  sources: ReadonlyMap<string, Source>,
  rules: RuleSet,
  diagnostics: Finding[],
): Set<string> {
  const source = sources.get(sameWordsFile(language))
  if (!source?.root) return new Set()
  const reporter = new Reporter(source, rules)
  if (source.root.type !== 'array') reporter.emit({ event: 'notListOfWords' }, rangeOf(source.root))
  for (const word of itemsOf(source.root))
    if (word.type !== 'string') reporter.emit({ event: 'wordNotString' }, rangeOf(word))
  diagnostics.push(...reporter.diagnostics)
  return new Set(itemsOf(source.root).map((word) => String(word.value)))
}
