import { itemsOf, member, members, rangeOf } from './source.ts'
import type { JsonNode, Source } from './source.ts'
import { Reporter } from './reporter.ts'
import type { Diagnostic } from './diagnostics.ts'
import { PLURAL, argumentsOf } from './texts.ts'
import { checkTextForm, checkMarkup, checkTranslation, scriptOf } from './translationChecks.ts'
import type { Report } from './translationChecks.ts'
import contractShape from '../check/rules/contract-shape.ts'
import missingTranslation from '../check/rules/missing-translation.ts'
import pluralForms from '../check/rules/plural-forms.ts'
import translationArguments from '../check/rules/translation-arguments.ts'

const LOCALE_FILE = /^locales\/([^/]+)\.json$/
export const SOURCE_LANGUAGE = 'en'
export const OPERATOR_FILE = 'schemas/operator.json'

interface LocaleEntry {
  key: JsonNode
  value: JsonNode
  text: string
}

export interface Locales {
  /** Language to its texts. */
  texts: Map<string, Record<string, string>>
  diagnostics: Diagnostic[]
}

/** Checks every language against the source: same keys, same arguments, required plural forms. */
export function checkLocales(sources: ReadonlyMap<string, Source>): Locales {
  const diagnostics: Diagnostic[] = []
  const locales = new Map<string, Record<string, string>>()
  const read = new Map<string, { reporter: Reporter; entries: Map<string, LocaleEntry> }>()
  for (const [file, source] of sources) {
    const language = LOCALE_FILE.exec(file)?.[1]
    if (language === undefined) continue
    const reporter = new Reporter(source)
    const entries = new Map<string, LocaleEntry>()
    for (const { name, key, value } of members(source.root)) {
      if (value.type === 'string') entries.set(name, { key, value, text: String(value.value) })
      else reporter.report(contractShape, { at: rangeOf(value), path: name, message: 'A text is a string.' })
    }
    read.set(language, { reporter, entries })
    locales.set(language, Object.fromEntries([...entries].map(([name, { text }]) => [name, text])))
  }
  const english = read.get(SOURCE_LANGUAGE)
  for (const [language, { reporter, entries }] of read) {
    checkPlurals(language, entries, reporter)
    for (const [key, { value, text }] of entries) {
      const reportText = reportAt(reporter, key, value)
      checkMarkup(text, reportText)
      checkTextForm(text, reportText)
    }
    if (english && language !== SOURCE_LANGUAGE)
      checkTranslations(language, english.entries, entries, sameWords(language, sources, diagnostics), reporter)
    if (english && language !== SOURCE_LANGUAGE)
      compareWithSource(english.entries, entries, reporter, sources.get(`locales/${language}.json`))
    diagnostics.push(...reporter.diagnostics)
  }
  diagnostics.push(...checkLanguages(sources, locales))
  return { texts: locales, diagnostics }
}

/** Checks that every language that an operator may offer has its texts. */
function checkLanguages(sources: ReadonlyMap<string, Source>, locales: ReadonlyMap<string, unknown>): Diagnostic[] {
  const source = sources.get(OPERATOR_FILE)
  if (!source) return []
  const reporter = new Reporter(source)
  const path = ['properties', 'languages', 'items', 'enum']
  for (const offered of itemsOf(path.reduce<JsonNode | undefined>((at, name) => member(at, name), source.root))) {
    const language = String(offered.value)
    if (!locales.has(language))
      reporter.report(missingTranslation, {
        at: rangeOf(offered),
        path: path.join('/'),
        message: `There is no locales/${language}.json, and operators may offer that language.`,
      })
  }
  return reporter.diagnostics
}

const reportAt =
  (reporter: Reporter, key: string, value: JsonNode): Report =>
  (rule, message, suggestion) =>
    reporter.report(rule, {
      at: rangeOf(value),
      path: key,
      message,
      ...(suggestion === undefined ? {} : { suggestion }),
    })

function checkTranslations(
  language: string,
  english: ReadonlyMap<string, LocaleEntry>,
  entries: ReadonlyMap<string, LocaleEntry>,
  same: ReadonlySet<string>,
  reporter: Reporter,
): void {
  const script = scriptOf(language)
  for (const [key, { value, text }] of entries) {
    const original = english.get(key) ?? english.get(`${baseKey(key)}_other`)
    if (original) checkTranslation(key, original.text, text, script, same, reportAt(reporter, key, value))
  }
}

/** Words that a language has in common with the source: locales/same/<language>.json. */
function sameWords(language: string, sources: ReadonlyMap<string, Source>, diagnostics: Diagnostic[]): Set<string> {
  const source = sources.get(`locales/same/${language}.json`)
  if (!source?.root) return new Set()
  const reporter = new Reporter(source)
  if (source.root.type !== 'array')
    reporter.report(contractShape, { at: rangeOf(source.root), message: 'This file must be a list of words.' })
  for (const word of itemsOf(source.root))
    if (word.type !== 'string') reporter.report(contractShape, { at: rangeOf(word), message: 'A word is a string.' })
  diagnostics.push(...reporter.diagnostics)
  return new Set(itemsOf(source.root).map((word) => String(word.value)))
}

const baseKey = (key: string): string => key.replace(PLURAL, '')

function compareWithSource(
  english: ReadonlyMap<string, LocaleEntry>,
  entries: ReadonlyMap<string, LocaleEntry>,
  reporter: Reporter,
  source: Source | undefined,
): void {
  const stems = new Set([...entries.keys()].map(baseKey))
  const expectedArguments = new Map<string, Set<string>>()
  for (const [key, { text }] of english) {
    const name = baseKey(key)
    const all = expectedArguments.get(name) ?? new Set()
    for (const arg of argumentsOf(text)) all.add(arg)
    expectedArguments.set(name, all)
  }
  const end = source?.root
    ? { start: source.root.offset + source.root.length - 1, end: source.root.offset + source.root.length }
    : { start: 0, end: 1 }
  for (const name of expectedArguments.keys())
    if (!stems.has(name))
      reporter.report(missingTranslation, { at: end, path: name, message: `The text "${name}" is not translated.` })
  for (const [key, { key: at, value, text }] of entries) {
    const args = expectedArguments.get(baseKey(key))
    if (!args) {
      reporter.report(missingTranslation, {
        at: rangeOf(at),
        path: key,
        message: `The source language has no text "${baseKey(key)}".`,
      })
      continue
    }
    const given = argumentsOf(text)
    for (const arg of given)
      if (!args.has(arg))
        reporter.report(translationArguments, {
          at: rangeOf(value),
          path: key,
          message: `The source language names no argument "${arg}" here.`,
        })
    for (const arg of args) {
      // A plural form may write the number as a word.
      if (!given.has(arg) && !(arg === 'count' && PLURAL.test(key)))
        reporter.report(translationArguments, {
          at: rangeOf(value),
          path: key,
          message: `The argument "${arg}" is missing in this translation.`,
        })
    }
  }
}

function checkPlurals(language: string, entries: ReadonlyMap<string, LocaleEntry>, reporter: Reporter): void {
  let needed: string[]
  try {
    needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  } catch {
    return
  }
  const groups = new Map<string, { forms: Set<string>; first: LocaleEntry }>()
  for (const [key, entry] of entries) {
    const form = PLURAL.exec(key)?.[1]
    if (form === undefined) continue
    const group = groups.get(baseKey(key)) ?? { forms: new Set<string>(), first: entry }
    group.forms.add(form)
    groups.set(baseKey(key), group)
  }
  for (const [name, { forms, first }] of groups) {
    const missing = needed.filter((form) => !forms.has(form))
    if (missing.length > 0)
      reporter.report(pluralForms, {
        at: rangeOf(first.key),
        path: name,
        message: `The counted text "${name}" lacks the form${missing.length > 1 ? 's' : ''} ${missing.map((form) => `_${form}`).join(', ')}.`,
      })
  }
}
