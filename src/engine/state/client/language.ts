import { DEFAULT_LANGUAGE } from '../../language/constants.ts'
import { isRtl } from '../../language/texts/direction.ts'
import { createFormatter, type Formatter } from '../../language/values/formatter.ts'
import { createI18n, createTextOf, hasText, setTexts } from '../../language/texts/i18n.ts'
import { replyText } from '../../language/texts/replyText.ts'
import type { TextOf, Texts, Translate } from '../../language/texts/texts.ts'
import { deviceLanguage } from '../deviceLocale.ts'
import { createAtom, derivedAtom, get, set, type Atom } from '../store.ts'
import type { DeviceStorage } from './storage.ts'

/** All language-dependent values, changed as one: a subscriber of any part renders once. */
export interface Language {
  lang: string
  dir: 'ltr' | 'rtl'
  text: Translate
  textOf: TextOf
  has(key: string): boolean
  format: Formatter
}

/** The language of a client, with its texts. `root` has the attributes `lang` and `dir`. */
export function createLanguageState(storage: DeviceStorage, root: HTMLElement | null) {
  const i18n = createI18n()

  function createLanguage(lang: string, timeZone?: string): Language {
    const textOf = createTextOf(i18n, lang)
    const text: Translate = textOf
    return {
      lang,
      dir: isRtl(lang) ? 'rtl' : 'ltr',
      text,
      textOf,
      has: (key) => hasText(i18n, lang, key),
      format: createFormatter(lang, textOf, timeZone),
    }
  }

  const base = createAtom<Language>(createLanguage(DEFAULT_LANGUAGE))
  const atom: Atom<Language> = base
  const lang = derivedAtom((read) => read(base).lang)
  const current = (): Language => get(base)
  const translate: Translate = (key, ...args) => get(base).text(key, ...args)
  const textOf: TextOf = (key, args) => get(base).textOf(key, args)

  /** The text for a code of the contract: `error.<code>` or `success.<code>`, else the server's own message as plain text. Decimals in them are formatted for the locale. */
  function messageOf(
    kind: 'error' | 'success',
    reply: { code: string; message: string; params?: Record<string, unknown> },
  ): string {
    const { has, textOf, format } = get(base)
    if (!has(`${kind}.${reply.code}`)) return reply.message
    return replyText(kind, reply, { textOf, format })
  }

  /** Shows a language whose texts are loaded. */
  function apply(lang: string, texts: Texts, timeZone?: string): void {
    setTexts(i18n, lang, texts)
    void i18n.changeLanguage(lang)
    const next = createLanguage(lang, timeZone)
    if (root) Object.assign(root, { lang, dir: next.dir })
    set(base, next)
  }

  let latestRequest = 0
  /**
   * Loads one language's texts, shows it, and stores the choice. Of two concurrent requests, the last one wins: the other one returns false.
   * Rejects when the texts of the last one cannot be loaded: then the current language stays.
   */
  async function choose(lang: string, load: (lang: string) => Promise<Texts>): Promise<boolean> {
    const request = ++latestRequest
    const isLatest = () => request === latestRequest
    const texts = await load(lang).catch((error: unknown) => {
      if (isLatest()) throw error
      return null
    })
    if (texts === null || !isLatest()) return false
    apply(lang, texts)
    storage.writeText('lang', lang)
    return true
  }

  /** The initial language: the stored one, if the app supports it; else that of the device. */
  function initial(languages: readonly string[]): string {
    const lang = storage.readText('lang')
    return lang !== null && languages.includes(lang) ? lang : deviceLanguage(languages)
  }

  return { atom, lang, current, translate, textOf, messageOf, apply, choose, initial }
}

export type LanguageState = ReturnType<typeof createLanguageState>
