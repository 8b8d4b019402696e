import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { languageName } from '../model/fileNames.ts'
import { localesOf } from '../model/texts.ts'
import { withText, type Locales } from './table.ts'

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The texts of a language as XLIFF 2.0, with English as the source; `keys` limits the units. */
export function toXliff(locales: Locales, language: string, keys: readonly string[]): string {
  const english = locales.en ?? {}
  const target = locales[language] ?? {}
  const units = keys.flatMap((key) => {
    const source = english[key]
    if (source === undefined) return []
    const words = target[key]
    const state = words === undefined ? 'initial' : 'translated'
    return [
      `    <unit id="${escape(key)}" name="${escape(key)}">`,
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

export interface XliffImport {
  language: string
  texts: Readonly<Record<string, string>>
}

/** The name of an element without its namespace. */
const nameOfElement = ({ name }: XmlElement): string => name.slice(name.indexOf(':') + 1)

const elementsOf = (parent: XmlElement, ...names: readonly string[]): XmlElement[] =>
  parent.children.filter((one): one is XmlElement => one instanceof XmlElement && names.includes(nameOfElement(one)))

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
  ...elementsOf(parent, 'file', 'group').flatMap((one) => unitsIn(one)),
]

/** Reads the translations of an XLIFF 2.0 document. Throws, with a sentence, for another document. */
export function fromXliff(source: string): XliffImport {
  // A document type, and with it an entity of its own, is no part of XLIFF.
  if (/<!DOCTYPE/i.test(source)) throw new Error('The file has a document type, which XLIFF does not have.')
  const root = rootOf(source)
  const { trgLang: language } = root.attributes
  if (nameOfElement(root) !== 'xliff' || language === undefined)
    throw new Error('The file is no XLIFF 2.0 document with a target language.')
  const texts: Record<string, string> = {}
  for (const unit of unitsIn(root)) {
    const { name, id } = unit.attributes
    const key = name ?? id
    // A suggestion of a translators' program has a target of its own, outside of the segments.
    const target = elementsOf(unit, 'segment', 'ignorable').flatMap((one) => elementsOf(one, 'target'))
    const words = target.map(({ text }) => text).join('')
    if (key !== undefined && words !== '') texts[key] = words
  }
  return { language, texts }
}

/** The files that imported translations change, and what they have changed in words. Throws for a language that the catalogue lacks. */
export function importTexts(
  imports: readonly XliffImport[],
  files: Readonly<Record<string, string>>,
): { changes: Record<string, string>; words: string } {
  const locales = localesOf(files)
  const changes: Record<string, string> = {}
  const unknown = new Set<string>()
  const sentences = imports.map(({ language, texts }) => {
    const path = `locales/${language}.json`
    let source = changes[path] ?? files[path]
    if (source === undefined) throw new Error(`The catalogue has no texts in ${languageName(language)}.`)
    let count = 0
    for (const [key, text] of Object.entries(texts)) {
      if (locales.en?.[key] === undefined) unknown.add(key)
      else if (locales[language]?.[key] !== text) {
        source = withText(source, key, text)
        count += 1
      }
    }
    changes[path] = source
    return `${languageName(language)}: ${count === 1 ? '1 text was' : `${count} texts were`} changed.`
  })
  const left =
    unknown.size === 0 ? [] : [`Left out, since the catalogue does not have them: ${[...unknown].join(', ')}.`]
  return { changes, words: [...sentences, ...left].join(' ') }
}
