import { createTextCatalogue, type TextCatalogue } from '../../../codegen/compiler/source/textCatalogue.ts'

/** Languages that the texts of findings and changes have. The studio's own controls are in English. */
export type StudioLanguage = 'en' | 'de'

const KEY = 'placard.studio.language'

/** The language of findings and changes, as it is set on this device; English without a setting. */
export const studioLanguage = (): StudioLanguage => (globalThis.localStorage?.getItem(KEY) === 'de' ? 'de' : 'en')

type Texts = Readonly<Record<string, string>>

/** Catalogues of the same texts in each language. A text that a language lacks is in English. */
export const inLanguages = (english: Texts, german: Texts): Readonly<Record<StudioLanguage, TextCatalogue>> => ({
  en: createTextCatalogue(english),
  de: createTextCatalogue({ ...english, ...german }, 'de'),
})
