import { COIN_NAMES } from './coinNames.ts'
import type { Instrument } from './index.ts'
import { LISTINGS } from './instruments.ts'

/** Overrides where the platform's name of a metal means an ounce or a coin. */
const METALS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'zh-Hans': { XAG: '白银' },
  'zh-Hant': { XPT: '鉑金', XPD: '鈀金' },
  ko: { XAG: '은' },
  de: { XAU: 'Gold', XAG: 'Silber', XPT: 'Platin', XPD: 'Palladium' },
}
const displays = new Map<string, Intl.DisplayNames>()
const translated = new WeakMap<readonly Instrument[], Map<string, Instrument[]>>()

function currencyName(code: string, lang: string): string {
  let display = displays.get(lang)
  if (!display) displays.set(lang, (display = new Intl.DisplayNames([lang, 'en'], { type: 'currency' })))
  const name = METALS[lang]?.[code] ?? display.of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(lang) + name.slice(1)
}

const COINS = new Map<string, string>([
  ['USDT', 'Tether'],
  ...LISTINGS.filter(({ class: kind }) => kind === 'crypto').map(({ base, name }) => [base, name] as const),
])

/** Localized name of a currency or coin. */
export function currencyNameOf(code: string, lang: string): string {
  const coin = COINS.get(code)
  return coin === undefined ? currencyName(code, lang) : (COIN_NAMES[lang]?.[code] ?? coin)
}

/** Localized name of an instrument. */
export function nameOf(
  { class: kind, name, base, currency }: Pick<Instrument, 'class' | 'name' | 'base' | 'currency'>,
  lang: string,
): string {
  if (kind === 'crypto') return COIN_NAMES[lang]?.[base] ?? name
  return kind === 'metal' ? currencyName(base, lang) : `${currencyName(base, lang)} / ${currencyName(currency, lang)}`
}

/** Instruments with localized names; cached per list and language. */
export function inLanguage(list: Instrument[], lang: string): Instrument[] {
  let languages = translated.get(list)
  if (!languages) translated.set(list, (languages = new Map()))
  let rows = languages.get(lang)
  if (!rows) languages.set(lang, (rows = list.map((row) => ({ ...row, name: nameOf(row, lang) }))))
  return rows
}
