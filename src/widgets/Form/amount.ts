import { decimalMark, parseLocaleNumber } from '../../core/formatter.ts'
import { normalizeTyped } from '../Keypad/keys.ts'
import { latinDigits } from './digits.ts'

/**
 * Value of an amount field after its text has become `text`: a decimal in progress ("12.", "0.5"), or null when that
 * cannot be an amount and the field should stay as it was. Takes digits of other scripts and either decimal mark, as any
 * keyboard may send them; text that replaces the complete value (`replaced`) may have the grouping of the user's language and a currency.
 */
export function readAmount(
  text: string,
  before: string,
  lang: string,
  decimals: number,
  replaced = !isTyped(text, before),
): string | null {
  const number = replaced ? withoutCurrency(text) : text
  const latin = latinDigits(number)
    .replaceAll(/[\s\u00a0\u202f\u200e\u200f\u061c]/g, '')
    .replaceAll('٫', '.')
  if (replaced) {
    // A dot that is not the language's decimal mark may group: 1.234 is one and a bit in English, and more than a thousand in German.
    const mark = decimalMark(lang)
    const plain = mark !== '.' && latin.includes('.') ? null : latin.replaceAll(mark, '.')
    const typed = plain !== null && /^\d*\.?\d*$/.test(plain) ? plain : parseLocaleNumber(number, lang)
    return typed === null || typed.startsWith('-') ? null : truncateDecimals(typed, decimals)
  }
  return normalizeTyped(latin.replaceAll(/[,،]/g, '.'), decimals)
}

/** Without the currency before or after it: a sign, or a code apart from the digits. */
const withoutCurrency = (text: string): string =>
  text
    .trim()
    .replace(/^(?:\p{Sc}|[A-Z]{3,5}\s+)\s*/u, '')
    .replace(/\s*(?:\p{Sc}|\s[A-Z]{3,5})$/u, '')

/** One letter has come, or has taken the place of another; all the rest is as it was. */
function isTyped(text: string, before: string): boolean {
  const growth = text.length - before.length
  if (growth !== 0 && growth !== 1) return false
  let start = 0
  while (start < before.length && text[start] === before[start]) start += 1
  return text.slice(start + 1) === before.slice(start + 1 - growth)
}

/** Digits beyond those allowed are left out: 12.345 pasted where two are allowed is 12.34. */
function truncateDecimals(plain: string, decimals: number): string | null {
  const [integer = '', fraction] = plain.split('.')
  return normalizeTyped(
    fraction === undefined || decimals === 0 ? integer : `${integer}.${fraction.slice(0, decimals)}`,
    decimals,
  )
}

/** A decimal in progress as shown while it is edited: with the user's decimal mark, ungrouped. */
export function formatEditing(value: string, lang: string): string {
  return value.replace('.', decimalMark(lang))
}
