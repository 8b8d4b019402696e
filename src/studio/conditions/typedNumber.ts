import { parseLocaleNumber } from '../../core/formatter.ts'

/** One comma before three digits: it may group thousands or be the decimal mark. */
const AMBIGUOUS = /^[+-]?[1-9]\d{0,2},\d{3}$/

const plain = (typed: string): string => typed.normalize('NFKC').trim()

/**
 * The decimal string of a number as authors type it, with a point or a comma as the decimal mark; undefined while it is no number, and for
 * one that can be read in two ways.
 */
export const readNumber = (typed: string): string | undefined =>
  AMBIGUOUS.test(plain(typed)) ? undefined : (parseLocaleNumber(typed, 'en') ?? undefined)

/** The same for a number without decimals. */
export function readWholeNumber(typed: string): string | undefined {
  const number = readNumber(typed)
  return number === undefined || number.includes('.') ? undefined : number
}

/** Asks which of two numbers is meant; undefined for a text that is one number, or none. */
export function ambiguityOf(typed: string): string | undefined {
  const text = plain(typed)
  return AMBIGUOUS.test(text)
    ? `${text} can be ${text.replace(',', '')} or ${text.replace(',', '.')}: write the one that you mean.`
    : undefined
}
