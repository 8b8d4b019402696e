import { decimalMark, hasValidGroups, parseLocaleNumber } from '../../../language/values/formatter.ts'
import { isDecimal } from '../../../language/values/decimal.ts'
import { isAmbiguous, withoutCurrency } from '../../../language/values/typedNumber.ts'
import { numberCharacters } from '../../../language/texts/typedText.ts'
import { normalizeTyped } from '../../Keypad/keys.ts'
import { isTyped } from '../inputs/completeText.ts'

/**
 * Value of an amount field after its text has become `text`: a decimal in progress ("12.", "0.5"), or null when that
 * cannot be an amount and the field should stay as it was. Takes digits of other scripts and either decimal mark, as any
 * keyboard may send them; text that replaces the complete value (`replaced`) may have the grouping of the user's language and the currency of the field, its `unit`.
 */
export function readAmount(
  text: string,
  before: string,
  lang: string,
  decimals: number,
  replaced = !isTyped(text, before),
  unit?: string,
): string | null {
  const number = replaced ? withoutCurrency(text, unit) : text
  const latin = numberCharacters(number).replaceAll('٫', '.')
  if (replaced) {
    // A dot that is not the language's decimal mark may group: 1.234 is one and a bit in English, and more than a thousand in German.
    const mark = decimalMark(lang)
    const plain = mark !== '.' && latin.includes('.') ? null : latin.replaceAll(mark, '.')
    const typed = plain !== null && /^\d*\.?\d*$/.test(plain) ? plain : parseLocaleNumber(number, lang)
    return typed === null || typed.startsWith('-') ? null : truncateDecimals(typed, decimals)
  }
  return normalizeTyped(latin.replaceAll(/[,،]/g, '.'), decimals)
}

/** Letters that are no part of a number, as e, k, m and b may be: without them it is the same amount. */
const MEANINGLESS = /[acdf-jln-z_]/i

/** An amount field while it is typed into. */
export interface TypedAmount {
  /** A decimal in progress, "12." or "0.5". */
  value: string
  /** The text as it is typed, where it is no amount with certainty: it stays in the field, which is refused. Null: the value is the text. */
  refused: string | null
  /** The decimal mark of the value was typed as the other mark, which may turn out to group. */
  byOtherMark: boolean
}

/**
 * The field after its text has become `text` by one key. A digit is never left out in the middle of an amount, since that is another amount: "1,234"
 * in English may be more than a thousand or one and a bit, so it is refused, until "1,234." or "1,2345" is certain. Null: the field stays as it was.
 */
export function typeAmount(text: string, last: TypedAmount, lang: string, decimals: number): TypedAmount | null {
  const own = decimalMark(lang)
  const other = own === '.' ? ',' : '.'
  const typed = last.byOtherMark ? withOtherMark(text, last.value, lang) : text
  const latin = numberCharacters(typed).replaceAll('٫', own).replaceAll('٬', other).replaceAll('،', ',')
  const refused: TypedAmount = { value: last.value, refused: typed, byOtherMark: false }
  const accepted = (plain: string, byOtherMark = false): TypedAmount | null => {
    const value = normalizeTyped(plain, decimals)
    return value === null ? null : { value, refused: null, byOtherMark }
  }
  if (MEANINGLESS.test(latin)) return null
  if (/[^\d.,]/.test(latin)) return refused
  const [integer = '', fraction = '', ...rest] = latin.split(/[.,]/)
  const marks = latin.replaceAll(/\d/g, '')
  if (marks === '' || marks === own) {
    // Digits after the last decimal change nothing that is there.
    const isExcess = decimals > 0 && fraction.length > decimals && last.refused === null
    return accepted(latin.replace(own, '.')) ?? (isExcess ? null : refused)
  }
  if (marks === other) {
    return (isAmbiguous(latin, lang) ? null : accepted(`${integer}.${fraction}`, true)) ?? refused
  }
  const at = latin.indexOf(own)
  if (marks.indexOf(own) === marks.length - 1 && hasValidGroups(latin.slice(0, at), other))
    return accepted(`${latin.slice(0, at).replaceAll(other, '')}.${latin.slice(at + 1)}`) ?? refused
  // A decimal mark that replaces the one before it.
  if (rest.length === 1 && fraction === '' && last.refused === null) return { ...last, byOtherMark: false }
  return refused
}

/** The text with its decimal mark as it was typed. */
function withOtherMark(text: string, value: string, lang: string): string {
  const own = decimalMark(lang)
  const before = formatEditing(value, lang)
  let same = 0
  while (same < before.length && text[same] === before[same]) same += 1
  const was = before.indexOf(own)
  const at = was < same ? was : was + text.length - before.length
  return text[at] === own ? `${text.slice(0, at)}${own === '.' ? ',' : '.'}${text.slice(at + 1)}` : text
}

/** The amount that a refused text is with certainty when the field is left: it has several groups. Null: none. */
export function completeRefused(text: string, lang: string, decimals: number): string | null {
  return numberCharacters(text).replaceAll(/[^.,٬]/g, '').length < 2 ? null : readAmount(text, '', lang, decimals, true)
}

/** A refused text as the value of a field that does not accept it: never a decimal. */
export const refusedValue = (text: string): string =>
  isDecimal(text) ? text.replace('.', ',').replace('-', '\u2212') : text

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
