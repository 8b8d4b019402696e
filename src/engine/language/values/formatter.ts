import { cashOf } from './cash.ts'
import { asScale, isDecimal, isInternalDecimal } from './decimal.ts'
import { isRtl, RLM } from '../texts/direction.ts'
import type { TextKey } from '../texts/texts.ts'
import { numberCharacters } from '../texts/typedText.ts'
import { age, createCalendar, endOfDay, nowSeconds, startOfDay } from './time.ts'

/** Formats values for one locale. Amounts are decimal strings and are never converted to binary numbers. */
export interface Formatter {
  lang: string
  /**
   * At least two decimals, up to eight, never rounded up: the amount shown exists. With `round` the display decimals of its
   * currency: `down` for amounts owned or received and `up` for amounts paid, both against the user; `nearest` for settled results, whose sums then agree.
   */
  money(value: string, currency?: string, options?: MoneyOptions): string
  /** Exactly `precision` decimals; without it, all decimals of the value. */
  price(value: string, precision?: number, options?: { signed?: boolean }): string
  /** "1.25" is 1.25 %: all decimals of the value, up to four, as a rate must be exact; two where it is signed, which is a change, unless it is a rate. */
  percent(value: string, options?: { signed?: boolean; rate?: boolean }): string
  /** With the unit, where one is passed: "0.5 BTC". */
  quantity(value: string, options?: { signed?: boolean; unit?: string }): string
  number(value: number | string): string
  /** A magnitude in short form with two decimals: 2.32B. */
  compact(value: string): string
  /** YYYY-MM-DD HH:mm:ss in the user's time zone; "" for an invalid time. Unix seconds. */
  dateTime(unix: number): string
  date(unix: number): string
  time(unix: number): string
  /** The first and the last second of a day (YYYY-MM-DD) in the user’s time zone, Unix seconds. */
  startOfDay(day: string): number
  endOfDay(day: string): number
  /** "just now", minutes, hours, days, then a date. `now` in Unix seconds. */
  ago(unix: number, now?: number): string
  /** The language's own name of an ISO country, its code where it has none. */
  country(code: string): string
  language(code: string): string
  /** Parses the user's input to a plain decimal, null when it is no number. */
  parseNumber(text: string): string | null
}

export interface MoneyOptions {
  signed?: boolean | undefined
  round?: keyof typeof ROUNDING_MODES | undefined
  /** The currency, where it is shown elsewhere. */
  roundingCurrency?: string | undefined
}

const MAX_ASSET_DIGITS = 8

/** The modes of Intl by the rounding of an amount. */
const ROUNDING_MODES = { down: 'floor', up: 'ceil', nearest: 'halfExpand' } as const

/** Prices are compared with other venues' and typed into other apps, so Arabic uses the Western digits that are common there. */
export const withLatinDigits = (lang: string): string => `${lang}-u-nu-latn`

/** A number with a minus sign where Intl has a hyphen, which is shorter than a plus sign and is not read aloud. */
export const withMinus = (number: string): string => number.replace('-', '\u2212')

/** The texts of `ago`, the only ones that a format needs. */
type AgoText = (key: Extract<TextKey, `time.${string}`>, args?: { count: number }) => string

/** Creates the formatter of a language. `text` returns the texts of `ago`; without a `timeZone` times are in the zone of the device. */
export function createFormatter(lang: string, text: AgoText, timeZone?: string): Formatter {
  const locale = withLatinDigits(lang)
  const formatCache = new Map<string, Intl.NumberFormat>()
  const calendar = createCalendar(timeZone)

  function formatDecimal(
    value: string | number,
    min: number,
    max: number,
    options: {
      signed?: boolean | undefined
      round?: 'trunc' | 'halfExpand' | 'floor' | 'ceil'
      percent?: boolean
      compact?: 'short' | 'long' | undefined
    } = {},
  ): string {
    if (typeof value === 'string' ? !isInternalDecimal(value) : !Number.isFinite(value)) return String(value)
    const { signed = false, round = 'halfExpand', percent = false, compact } = options
    const key = `${min} ${max} ${signed} ${round} ${percent} ${compact}`
    let format = formatCache.get(key)
    if (!format) {
      format = new Intl.NumberFormat(locale, {
        minimumFractionDigits: min,
        maximumFractionDigits: max,
        // Spanish does not group four digits: in a column of prices some would be grouped and some not.
        useGrouping: 'always',
        signDisplay: signed ? 'exceptZero' : 'negative',
        roundingMode: round,
        ...(percent && { style: 'unit', unit: 'percent' }),
        ...(compact && { notation: 'compact', compactDisplay: compact }),
      })
      formatCache.set(key, format)
    }
    return withMinus(format.format(value as Intl.StringNumericLiteral))
  }

  // Beside Arabic letters the parts of a date, or an amount and its unit, would appear in reverse. `dir="auto"` reads the letters of an isolate too: with the
  // mark a text that begins with an amount runs from right to left.
  const isolate = (parts: string) => (parts && isRtl(lang) ? `${RLM}\u2066${parts}\u2069` : parts)
  // A no-break space: an amount separated from its unit by a line break is misread.
  const withUnit = (amount: string, unit: string | undefined) => (unit ? isolate(`${amount}\u00a0${unit}`) : amount)
  const formatDate = (unix: number) => {
    const parts = calendar(unix)
    return parts ? `${parts.year}-${parts.month}-${parts.day}` : ''
  }
  const formatTime = (unix: number) => {
    const at = calendar(unix)
    return at ? `${at.hour}:${at.minute}:${at.second}` : ''
  }
  const displayNames = (type: 'region' | 'language') => {
    let display: Intl.DisplayNames | null = null
    return (code: string) => {
      try {
        display ??= new Intl.DisplayNames([lang], { type })
        return display.of(code) ?? code
      } catch {
        return code
      }
    }
  }

  return {
    lang,
    money(value, currency, { signed, round, roundingCurrency = currency } = {}) {
      const cash = round === undefined ? undefined : cashOf(roundingCurrency ?? '')
      const showsAllDigits =
        cash === undefined || round === undefined || ((!signed || round === 'nearest') && cash.below.test(value))
      const amount = showsAllDigits
        ? formatDecimal(value, 2, MAX_ASSET_DIGITS, { signed, round: 'trunc' })
        : formatDecimal(value, cash.places, cash.places, { signed, round: ROUNDING_MODES[round] })
      return withUnit(amount, currency)
    },
    price(value, precision, options) {
      if (precision !== undefined) {
        const digits = asScale(precision)
        return formatDecimal(value, digits, digits, options)
      }
      const decimals = asScale(value.includes('.') ? value.length - value.indexOf('.') - 1 : 0)
      return formatDecimal(value, decimals, decimals, options)
    },
    percent(value, { signed = false, rate = !signed } = {}) {
      return isolate(formatDecimal(value, rate ? 0 : 2, rate ? 4 : 2, { signed, percent: true }))
    },
    quantity: (value, { signed, unit } = {}) =>
      withUnit(formatDecimal(value, 0, MAX_ASSET_DIGITS, { signed, round: 'trunc' }), unit),
    number: (value) => formatDecimal(value, 0, 12),
    compact(value) {
      const short = formatDecimal(value, 2, 2, { compact: 'short', round: 'trunc' })
      // German has no short form of thousands.
      const isWhole = !/\p{L}/u.test(short)
      return isWhole ? formatDecimal(value, 2, 2, { compact: 'long', round: 'trunc' }) : short
    },
    dateTime(unix) {
      const date = formatDate(unix)
      return isolate(date && `${date} ${formatTime(unix)}`)
    },
    date: (unix) => isolate(formatDate(unix)),
    time: formatTime,
    ago(unix, now = nowSeconds()) {
      const elapsed = age(unix, now)
      if (elapsed.unit === 'now') return text('time.justNow')
      if (elapsed.unit === 'date') return isolate(formatDate(unix))
      return text(`time.${elapsed.unit}Ago`, { count: elapsed.count })
    },
    startOfDay: (day) => startOfDay(day, calendar),
    endOfDay: (day) => endOfDay(day, calendar),
    country: displayNames('region'),
    language: displayNames('language'),
    parseNumber: (input) => parseLocaleNumber(input, lang),
  }
}

/**
 * Parses input in the locale `lang` to a plain decimal string; null when it is no number. A sign that could be either
 * separator is the decimal mark if it occurs once and not where the language groups thousands.
 */
export function parseLocaleNumber(input: string, lang: string): string | null {
  const text = numberCharacters(input)
  if (!/^[+-]?[\d.,٫٬،]*$/.test(text) || !/\d/.test(text)) return null
  const sign = text.startsWith('-') ? '-' : ''
  const body = text.replace(/^[+-]/, '').replaceAll('٬', '')
  const mark = findDecimalMark(body, lang)
  if (mark === null) return null
  const integerPart = (mark < 0 ? body : body.slice(0, mark)).replaceAll(/[.,٫،]/g, '').replace(/^0+(?=\d)/, '') || '0'
  const fraction = mark < 0 ? '' : body.slice(mark + 1)
  if (!/^\d*$/.test(fraction)) return null
  const plain = `${integerPart}${fraction && `.${fraction}`}`
  const number = (/[1-9]/.test(plain) ? sign : '') + plain
  return isDecimal(number) ? number : null
}

/** Index of the decimal mark: -1 for none, null when the digit grouping is invalid. */
function findDecimalMark(body: string, lang: string): number | null {
  const arabic = Math.max(body.lastIndexOf('٫'), body.lastIndexOf('،'))
  if (arabic >= 0) return arabic
  const lastDot = body.lastIndexOf('.')
  const lastComma = body.lastIndexOf(',')
  if (lastDot < 0 && lastComma < 0) return -1
  if (lastDot >= 0 && lastComma >= 0) {
    const mark = Math.max(lastDot, lastComma)
    const group = mark === lastDot ? ',' : '.'
    return hasValidGroups(body.slice(0, mark), group) ? mark : null
  }
  const separator = lastDot >= 0 ? '.' : ','
  const first = body.indexOf(separator)
  const last = body.lastIndexOf(separator)
  if (separator === decimalMark(lang)) return first === last ? last : null
  // A sign that groups in the language, or occurs more than once, groups where it may; else it is the decimal mark of another language.
  const groups = first !== last || separator === groupMark(lang)
  if (groups && hasValidGroups(body, separator)) return -1
  return first === last ? last : null
}

/** 1,234,567 and the Indian 12,34,567. No number is grouped after a zero: 0,125 is a decimal. */
export function hasValidGroups(text: string, separator: string): boolean {
  const parts = text.split(separator)
  if (parts.length === 1) return /^\d*$/.test(text)
  return parts.every((part, i) =>
    (i === 0 ? /^[1-9]\d{0,2}$/ : i === parts.length - 1 ? /^\d{3}$/ : /^\d{2,3}$/).test(part),
  )
}

const marks = new Map<string, { decimal: string; group: string | undefined }>()
function marksOf(lang: string) {
  let known = marks.get(lang)
  if (known === undefined) {
    const parts = new Intl.NumberFormat(withLatinDigits(lang)).formatToParts(1_234_567.5)
    const valueOf = (type: 'decimal' | 'group') => parts.find((part) => part.type === type)?.value
    known = { decimal: valueOf('decimal') ?? '.', group: valueOf('group') }
    marks.set(lang, known)
  }
  return known
}

/** Returns the decimal mark that a language uses with Latin digits. */
export const decimalMark = (lang: string): string => marksOf(lang).decimal

/** Returns the sign that a language puts between thousands. */
export const groupMark = (lang: string): string | undefined => marksOf(lang).group
