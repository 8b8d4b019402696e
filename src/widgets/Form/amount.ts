import { decimalMark, parseLocaleNumber } from '../../core/format.ts'
import { tidy } from '../Keypad/keys.ts'
import { latinDigits } from './digits.ts'

/**
 * What an amount field holds after its text has become `text`: a decimal in progress ("12.", "0.5"), or null when that
 * cannot be an amount and the field should stay as it was. Takes digits of other scripts and either decimal mark, as any
 * keyboard may send them; more than one letter at once was pasted and may be grouped as the reader's language does.
 */
export function readAmount(text: string, before: string, lang: string, decimals: number): string | null {
  const latin = latinDigits(text).replaceAll(/[\s\u00a0\u202f\u200e\u200f\u061c]/g, '').replaceAll('٫', '.')
  if (Math.abs(text.length - before.length) > 1 || text.length < before.length) {
    const plain = latin.replaceAll(decimalMark(lang), '.')
    const typed = /^\d*\.?\d*$/.test(plain) ? plain : parseLocaleNumber(text, lang)
    return typed === null || typed.startsWith('-') ? null : cut(typed, decimals)
  }
  return tidy(latin.replaceAll(/[,،]/g, '.'), decimals)
}

/** Digits beyond those allowed are left out: 12.345 pasted where two are allowed is 12.34. */
function cut(plain: string, decimals: number): string | null {
  const [whole = '', fraction] = plain.split('.')
  return tidy(fraction === undefined || decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`, decimals)
}

/** A decimal in progress as it stands in the field while it is edited: with the reader's decimal mark, ungrouped. */
export function editing(value: string, lang: string): string {
  return value.replace('.', decimalMark(lang))
}
