import { metals } from './art.ts'

export interface Pair {
  kind: 'forex' | 'metal' | 'crypto'
  base: string
  quote: string
}

const QUOTES = ['USDT', 'USDC', 'BUSD', 'USD', 'EUR', 'BTC', 'ETH']

/** Currencies with a flag. */
export const CURRENCIES = [
  'USD',
  'EUR',
  'GBP',
  'JPY',
  'CHF',
  'AUD',
  'NZD',
  'CAD',
  'CNY',
  'CNH',
  'HKD',
  'SGD',
  'SEK',
  'NOK',
  'DKK',
  'TRY',
  'MXN',
  'ZAR',
  'PLN',
] as const
export type Currency = (typeof CURRENCIES)[number]
export const isCurrency = (code: string): code is Currency => (CURRENCIES as readonly string[]).includes(code)

/** Base and quote of a symbol. "BTCUSDT" → crypto BTC against USDT; a currency alone is the base. */
export function pairOf(symbol: string, base?: string, quote?: string): Pair {
  const name = symbol.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  const [front, back] = [name.slice(0, 3), name.slice(3)]
  if (base) return { kind: kindOf(base, quote ?? ''), base, quote: quote ?? '' }
  if (Object.hasOwn(metals, front)) return { kind: 'metal', base: front, quote: back }
  if (isCurrency(front) && (back === '' || (back.length === 3 && isCurrency(back))))
    return { kind: 'forex', base: front, quote: back }
  const end = QUOTES.find((code) => name.endsWith(code) && name.length > code.length) ?? ''
  return { kind: 'crypto', base: end ? name.slice(0, -end.length) : name, quote: end }
}

function kindOf(base: string, quote: string): Pair['kind'] {
  if (Object.hasOwn(metals, base)) return 'metal'
  return isCurrency(base) && (quote === '' || isCurrency(quote)) ? 'forex' : 'crypto'
}

/** The hue of a name, in degrees. */
export function hueOf(name: string): number {
  let hash = 7
  for (const letter of name) hash = (hash * 31 + letter.charCodeAt(0)) % 3600
  return hash % 360
}
