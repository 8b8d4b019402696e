import { asDecimal, canonical, isDecimal } from './decimal.ts'
import { groupMark, parseLocaleNumber } from './formatter.ts'
import { numberCharacters, plainCharacters } from '../texts/typedText.ts'

/** Whether the only mark of a number is one that groups in the language and may be meant as the decimal mark: "1,234" in English. */
export function isAmbiguous(text: string, lang: string): boolean {
  const [, mark] = /^[+-]?[1-9]\d{0,2}([.,])\d{3}$/.exec(numberCharacters(text)) ?? []
  return mark !== undefined && mark === groupMark(lang)
}

/**
 * The decimal of a number that is typed (`complete` false) or pasted as a whole; null for a text that is none, or that can be read in two ways
 * while it is typed.
 */
export const readNumber = (text: string, lang: string, complete: boolean): string | null =>
  !complete && isAmbiguous(text, lang) ? null : parseLocaleNumber(text, lang)

/** A decimal as a JSON number, null where that would be another number: beyond 2^53, or with more digits than it has. */
export function numberOf(decimal: string): number | null {
  if (!isDecimal(decimal)) return null
  const number = Number(decimal)
  if (!Number.isSafeInteger(Math.trunc(number))) return null
  const text = String(number)
  return canonical(asDecimal(text.includes('e') ? number.toFixed(12) : text)) === canonical(decimal) ? number : null
}

/** The currencies that a sign may mean. A sign that is not here means none of the app's. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'USDT', 'USDC'],
  '₮': ['USDT'],
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
  '₩': ['KRW'],
  '₿': ['BTC'],
}

/** The number of a pasted amount, and the currency beside it as it is written; null for none. */
function divide(text: string): { number: string; currency: string | null } {
  const plain = plainCharacters(text).trim()
  const [, before, number, after] =
    /^(\p{Sc}|\p{L}{2,10})?\s*([^\p{L}\p{Sc}]*?)\s*(\p{Sc}|\p{L}{2,10})?$/u.exec(plain) ?? []
  if (number === undefined || (before !== undefined && after !== undefined)) return { number: plain, currency: null }
  return { number, currency: before ?? after ?? null }
}

const isUnit = (currency: string, unit: string): boolean =>
  currency.toUpperCase() === plainCharacters(unit).trim().toUpperCase() || SIGNS[currency]?.includes(unit) === true

/** Whether a pasted amount names another currency than that of its field. */
export function hasOtherCurrency(text: string, unit: string | undefined): boolean {
  const { number, currency } = divide(text)
  return unit !== undefined && unit !== '' && currency !== null && /\d/.test(number) && !isUnit(currency, unit)
}

/** A pasted amount without its currency: that of the field, or any code in capitals or sign where the field has none. */
export function withoutCurrency(text: string, unit: string | undefined): string {
  const { number, currency } = divide(text)
  if (currency === null) return number
  const isCurrency =
    unit !== undefined && unit !== '' ? isUnit(currency, unit) : /^(?:\p{Sc}|[A-Z]{2,10})$/u.test(currency)
  return isCurrency ? number : text
}
