import type { Locales } from './table.ts'

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

/** Reads the translations of an XLIFF 2.0 document. Throws, with a sentence, for another document. */
export function fromXliff(source: string): XliffImport {
  // A document type, and with it an entity of its own, is no part of XLIFF.
  if (/<!DOCTYPE/i.test(source)) throw new Error('The file has a document type, which XLIFF does not have.')
  const page = new DOMParser().parseFromString(source, 'application/xml')
  const root = page.documentElement
  if (page.querySelector('parsererror')) throw new Error('The file is no XML.')
  const language = root.getAttribute('trgLang')
  if (root.localName !== 'xliff' || language === null)
    throw new Error('The file is no XLIFF 2.0 document with a target language.')
  const texts: Record<string, string> = {}
  for (const unit of page.querySelectorAll('unit')) {
    const key = unit.getAttribute('name') ?? unit.getAttribute('id')
    const target = [...unit.querySelectorAll('target')].map(({ textContent }) => textContent ?? '').join('')
    if (key !== null && target !== '') texts[key] = target
  }
  return { language, texts }
}
