import { isAmbiguous, readNumber as readTypedNumber } from '../../engine/language/values/typedNumber.ts'
import { numberCharacters } from '../../engine/language/texts/typedText.ts'

/** Authors write numbers as English does, or as they are used to. */
const LANGUAGE = 'en'
/** A point before thousands of other languages: as a decimal it has a zero too many. */
const GROUPED_BY_POINT = /^[+-]?[1-9]\d{0,2}\.\d\d0$/

const hasTwoReadings = (typed: string): boolean =>
  isAmbiguous(typed, LANGUAGE) || GROUPED_BY_POINT.test(numberCharacters(typed))

/**
 * The decimal string of a number as authors type it, with a point or a comma as the decimal mark; undefined while it is no number, and for
 * one that can be read in two ways.
 */
export const readNumber = (typed: string): string | undefined =>
  hasTwoReadings(typed) ? undefined : (readTypedNumber(typed, LANGUAGE, false) ?? undefined)

/** The same for a number without decimals. */
export function readWholeNumber(typed: string): string | undefined {
  const number = readNumber(typed)
  return number === undefined || number.includes('.') ? undefined : number
}

/** Asks which of two numbers is meant; undefined for a text that is one number, or none. */
export function ambiguityOf(typed: string): string | undefined {
  if (!hasTwoReadings(typed)) return undefined
  const text = numberCharacters(typed)
  const decimal = text.replace(',', '.').replace(/\.?0+$/, '')
  return `${text} can be ${text.replace(/[.,]/, '')} or ${decimal}: write the one that you mean.`
}
