import { parsed } from '../model/document.ts'
import { languageOf } from '../model/fileNames.ts'
import { localesOf, type Locales } from '../model/texts.ts'
import { baseKey, withTexts } from './table.ts'

type Files = Readonly<Record<string, string>>

/** Names in quotes in a code: the keys of texts are in properties or in expressions. */
const namesIn = (code: string): ReadonlySet<string> => new Set(code.match(/(?<=["'])[a-z]\w*(?:\.\w+)+(?=\\?["'])/gi))

/** The beginnings of the keys that an expression of a code completes with a value. */
const beginningsIn = (code: string): readonly string[] =>
  [...code.matchAll(/\benumText\(\s*\\?["']([\w.]+)/g)].map(([, prefix]) => `${prefix}.`)

/** Whether a text is named by its key, or by the base key of its plural forms. */
const isNamed = (key: string, names: ReadonlySet<string>): boolean => names.has(key) || names.has(baseKey(key))

/**
 * The files of texts without those that a value names, that are not live, and that nothing else names, also not by the beginning of their keys:
 * what was made for something goes with it. `kept`: code whose texts stay.
 */
export function withoutOwnTexts(value: unknown, files: Files, published: Files, kept = ''): Record<string, string> {
  const locales = localesOf(files)
  const named = namesIn(JSON.stringify(value ?? null))
  const live = new Set(keysOf(localesOf(published)).flatMap((key) => [key, baseKey(key)]))
  const others = Object.entries(files).flatMap(([path, text]) => (languageOf(path) === undefined ? [text] : []))
  const code = [kept, ...others].join('\n')
  const elsewhere = namesIn(code)
  const beginnings = beginningsIn(code)
  const isKept = (key: string): boolean =>
    isNamed(key, live) || isNamed(key, elsewhere) || beginnings.some((beginning) => key.startsWith(beginning))
  const keys = keysOf(locales).filter((key) => isNamed(key, named) && !isKept(key))
  const none = Object.fromEntries(Object.keys(locales).map((language) => [language, '']))
  const changed = keys.reduce<Files>((all, key) => ({ ...all, ...withTexts(all, key, none) }), files)
  return Object.fromEntries(Object.entries(changed).filter(([path, text]) => files[path] !== text))
}

const keysOf = (locales: Locales): string[] => [
  ...new Set(Object.values(locales).flatMap((locale) => Object.keys(locale))),
]

/**
 * The files after a removal from one of them: texts of the removed code that are not live and that nothing else names go with it. A file of
 * texts names none: its keys are of all languages.
 */
export function filesWithout(
  file: string,
  remove: (text: string) => string,
  files: Files,
  published: Files,
): Record<string, string> {
  const before = files[file] ?? ''
  const after = remove(before)
  if (languageOf(file) !== undefined) return { [file]: after }
  const texts = withoutOwnTexts(parsed(before), { ...files, [file]: after }, published)
  return { ...texts, [file]: after }
}
