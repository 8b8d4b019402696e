import type { Texts } from '../../../src/engine/language/texts/texts.ts'
import { applyLanguage } from '../../../src/engine/state/language.ts'

const locales = import.meta.glob<Texts>('../../../locales/*.json', { import: 'default' })

/** Loads a language of locales/ into the widgets. */
export async function loadLanguage(lang: string): Promise<void> {
  const load = locales[`../../../locales/${lang}.json`]
  if (!load) throw new Error(`No locales/${lang}.json`)
  applyLanguage(lang, await load(), 'UTC')
}
