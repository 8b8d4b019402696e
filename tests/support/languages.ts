import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { completeTexts, isPartial, type TextEntries } from '../../src/engine/language/texts/partialTexts.ts'

const folder = join(import.meta.dirname, '../../locales')
const read = (lang: string): TextEntries =>
  JSON.parse(readFileSync(join(folder, `${lang}.json`), 'utf8')) as TextEntries

/** The languages of locales/. */
export const allLanguages: readonly string[] = readdirSync(folder).flatMap((file) =>
  file.endsWith('.json') ? file.replace('.json', '') : [],
)
/** Those of them whose texts are all translated. */
export const translatedLanguages: readonly string[] = allLanguages.filter((lang) => !isPartial(read(lang)))

/** The texts of a language as the app shows them. */
export const textsOf = (lang: string): Readonly<Record<string, string>> => completeTexts(read(lang), read('en'))
