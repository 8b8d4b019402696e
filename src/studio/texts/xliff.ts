import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { languageName, nameOf } from '../model/fileNames.ts'
import { localesOf } from '../model/texts.ts'
import { baseKey, sourceOf, withText, type Locales, type TextRow } from './table.ts'

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Notes for the translator of each text, by key: where it is shown, and how many letters fit. */
export type TranslatorNotes = Readonly<Record<string, readonly { category: 'screens' | 'length'; words: string }[]>>

/** The notes of texts with uses and limits. A plural form has those of its base key. */
export function notesOf(
  rows: readonly TextRow[],
  titles: ReadonlyMap<string, string>,
  limits: Readonly<Record<string, number>>,
): TranslatorNotes {
  return Object.fromEntries(
    rows.map(({ key, uses }) => {
      const limit = limits[key] ?? limits[baseKey(key)]
      const shown = uses.map(({ file, id }) => nameOf(file, titles.get(file) ?? id))
      return [
        key,
        [
          ...(shown.length === 0 ? [] : [{ category: 'screens' as const, words: `Used in: ${shown.join(', ')}` }]),
          ...(limit === undefined
            ? []
            : [
                {
                  category: 'length' as const,
                  words: `At most ${limit} letters; a Chinese, Japanese or Korean one counts twice`,
                },
              ]),
        ],
      ]
    }),
  )
}

const FORMS: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other']

/** The keys of a language for a key of the catalogue: of a plural those of all its forms in this language. */
function keysIn(language: string, key: string, english: Locales[string]): string[] {
  const base = baseKey(key)
  if (base === key || english[`${base}_other`] === undefined) return [key]
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  // In any language i18next takes the form "zero" for 0, if there is one.
  const hasForm = (form: Intl.LDMLPluralRule): boolean =>
    pluralCategories.includes(form) || (form === 'zero' && english[`${base}_zero`] !== undefined)
  return FORMS.filter((form) => hasForm(form)).map((form) => `${base}_${form}`)
}

/**
 * The texts of a language as XLIFF 2.0, with English as the source and notes for the translator; `keys` limits the units. Of a plural all
 * forms of the language are units, if one of them is among the keys.
 */
export function toXliff(
  locales: Locales,
  language: string,
  keys: readonly string[],
  notes: TranslatorNotes = {},
): string {
  const english = locales.en ?? {}
  const target = locales[language] ?? {}
  const notesByKey = new Map<string, TranslatorNotes[string]>()
  for (const listed of keys)
    for (const key of keysIn(language, listed, english))
      if (!notesByKey.has(key)) notesByKey.set(key, notes[key] ?? notes[listed] ?? [])
  const units = [...notesByKey].flatMap(([key, unitNotes]) => {
    const source = sourceOf(english, key)
    if (source === undefined) return []
    const words = target[key]
    const state = words === undefined ? 'initial' : 'translated'
    return [
      `    <unit id="${escape(key)}" name="${escape(key)}">`,
      ...noteLines(unitNotes),
      `      <segment state="${state}">`,
      `        <source xml:space="preserve">${escape(source)}</source>`,
      ...(words === undefined ? [] : [`        <target xml:space="preserve">${escape(words)}</target>`]),
      '      </segment>',
      '    </unit>',
    ]
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="${escape(language)}">`,
    `  <file id="locales" original="locales/${escape(language)}.json">`,
    ...units,
    '  </file>',
    '</xliff>',
    '',
  ].join('\n')
}

const noteLines = (notes: TranslatorNotes[string]): string[] =>
  notes.length === 0
    ? []
    : [
        '      <notes>',
        ...notes.map(({ category, words }) => `        <note category="${category}">${escape(words)}</note>`),
        '      </notes>',
      ]

export interface XliffImport {
  language: string
  texts: Readonly<Record<string, string>>
}

/** The name of an element without its namespace. */
const nameOfElement = ({ name }: XmlElement): string => name.slice(name.indexOf(':') + 1)

const elementsOf = (parent: XmlElement, ...names: readonly string[]): XmlElement[] =>
  parent.children.filter(
    (child): child is XmlElement => child instanceof XmlElement && names.includes(nameOfElement(child)),
  )

/** The root element of a text in XML, which is read without the parser of the page: its policy takes no text as a document. */
function rootOf(source: string): XmlElement {
  let root: XmlElement | null
  try {
    ;({ root } = parseXml(source))
  } catch {
    root = null
  }
  if (root) return root
  throw new Error('The file is no XML.')
}

/** The units of files and of the groups in them. */
const unitsIn = (parent: XmlElement): XmlElement[] => [
  ...elementsOf(parent, 'unit'),
  ...elementsOf(parent, 'file', 'group').flatMap((element) => unitsIn(element)),
]

/** Reads the translations of an XLIFF 2.0 document. Throws, with a sentence, for another document. */
export function fromXliff(source: string): XliffImport {
  // A document type, and with it a custom entity, is no part of XLIFF.
  if (/<!DOCTYPE/i.test(source)) throw new Error('The file has a document type, which XLIFF does not have.')
  const root = rootOf(source)
  const { trgLang: language } = root.attributes
  if (nameOfElement(root) !== 'xliff' || language === undefined)
    throw new Error('The file is no XLIFF 2.0 document with a target language.')
  const texts: Record<string, string> = {}
  for (const unit of unitsIn(root)) {
    const { name, id } = unit.attributes
    const key = name ?? id
    // A suggestion of a translators' program has a separate target, outside of the segments.
    const target = elementsOf(unit, 'segment', 'ignorable').flatMap((element) => elementsOf(element, 'target'))
    const words = target.map(({ text }) => text).join('')
    if (key !== undefined && words !== '') texts[key] = words
  }
  return { language, texts }
}

/** A text that imported translations change. */
export interface ImportedText {
  language: string
  key: string
  before: string | undefined
  after: string
}

/** Changes of imported translations, and the keys that the catalogue lacks. Throws for a language that it lacks. */
export function importTexts(
  imports: readonly XliffImport[],
  files: Readonly<Record<string, string>>,
): { changes: Record<string, string>; texts: readonly ImportedText[]; unknown: readonly string[] } {
  const locales = localesOf(files)
  const english = locales.en ?? {}
  const changes: Record<string, string> = {}
  const changed = new Map<string, ImportedText>()
  const unknown = new Set<string>()
  for (const { language, texts } of imports) {
    const path = `locales/${language}.json`
    let source = changes[path] ?? files[path]
    if (source === undefined) throw new Error(`The catalogue has no texts in ${languageName(language)}.`)
    for (const [key, text] of Object.entries(texts)) {
      const before = locales[language]?.[key]
      const isKnown =
        english[key] !== undefined ||
        (sourceOf(english, key) !== undefined && keysIn(language, key, english).includes(key))
      if (!isKnown) unknown.add(key)
      else if (before !== text) {
        source = withText(source, key, text)
        changed.set(`${language} ${key}`, { language, key, before, after: text })
      }
    }
    changes[path] = source
  }
  return { changes, texts: [...changed.values()], unknown: [...unknown] }
}
