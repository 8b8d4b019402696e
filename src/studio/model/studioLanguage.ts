import { createTextCatalogue, type StaffTexts, type TextCatalogue } from '../../../codegen/compiler/service/index.ts'

/** Languages that the texts of findings and changes have. The studio's own controls are in English. */
export type StudioLanguage = 'en' | 'de'

/** The languages with their names. */
export const STUDIO_LANGUAGES: Readonly<Record<StudioLanguage, string>> = { en: 'English', de: 'Deutsch' }

const KEY = 'placard.studio.language'

/** The language of findings and changes, as it is set on this device; English without a setting. */
export const studioLanguage = (): StudioLanguage => (globalThis.localStorage?.getItem(KEY) === 'de' ? 'de' : 'en')

/** Sets it on this device. */
export const setStudioLanguage = (language: StudioLanguage): void => globalThis.localStorage?.setItem(KEY, language)

/** Catalogues of the same texts in each language. A text that a language lacks is in English. */
export const inLanguages = ({ en, de }: StaffTexts): Readonly<Record<StudioLanguage, TextCatalogue>> => ({
  en: createTextCatalogue(en),
  de: createTextCatalogue({ ...en, ...de }, 'de'),
})
