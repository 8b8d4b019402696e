import type { Texts } from '../../../src/engine/language/texts/texts.ts'
import { client } from '../../support/client.ts'

const locales = import.meta.glob<Texts>('../../../locales/*.json', { import: 'default' })

/** Loads a language of locales/ into the widgets. */
export async function loadLanguage(lang: string): Promise<void> {
  const load = locales[`../../../locales/${lang}.json`]
  if (!load) throw new Error(`No locales/${lang}.json`)
  client.language.apply(lang, await load(), 'UTC')
}
