import type {
  SameUnit,
  Decimal,
  Divisor,
  Factor,
  Literal,
  Lots,
  Money,
  Multiplier,
  Operand,
  Percent,
  Price,
  Product,
  Quantity,
  Quotient,
  Rate,
  Same,
  Sum,
} from './units.ts'

/**
 * Decimals are sent and stored as plain strings: an optional minus, 1 to 24 digits, and up to 12 after a point.
 * Computed ones may have 96 before the point, so that the product of three sent ones, and any sum of such
 * products, can be shown. Every result is canonical: no leading or trailing zeros, no "-0". A string that is invalid or too long
 * throws a DecimalError. Computation uses integers, is exact, and rounds once.
 */
export class DecimalError extends Error {
  override name = 'DecimalError'
}

export type Rounding = 'down' | 'up' | 'floor' | 'ceil' | 'half-up'

export const MAX_SCALE = 12
/** A number of digits after the point that every decimal can have: an integer from 0 to MAX_SCALE. */
export const asScale = (digits: number): number => Math.min(Math.max(Math.trunc(digits) || 0, 0), MAX_SCALE)
/** Digits before the point of computed decimals. */
export const MAX_INTEGER_DIGITS = 96
const CONTRACT_PATTERN = /^-?\d{1,24}(\.\d{1,12})?$/
const INTERNAL_PATTERN = /^-?\d{1,96}(\.\d{1,12})?$/

/** Format of decimals in the contract; canonical or not ("1.50" is valid). */
export function isDecimal(value: unknown): value is Decimal {
  return typeof value === 'string' && CONTRACT_PATTERN.test(value)
}

/** Format of decimals in expressions. */
export function isInternalDecimal(value: unknown): value is Decimal {
  return typeof value === 'string' && INTERNAL_PATTERN.test(value)
}

/** A text as a decimal of an unknown unit. Throws a DecimalError if it is invalid. */
export function asDecimal(value: unknown): Decimal {
  if (!isInternalDecimal(value))
    throw new DecimalError(`Not a decimal: ${typeof value === 'string' ? value.slice(0, 60) : typeof value}`)
  return value
}

/**
 * Each adds a unit to a decimal. Throws a DecimalError if the text is invalid.
 * Casts to a unit are here, in validators and in row types of the database, and nowhere else.
 */
export const asMoney = (text: string): Money => asDecimal(text) as Money
export const asPrice = (text: string): Price => asDecimal(text) as Price
export const asQuantity = (text: string): Quantity => asDecimal(text) as Quantity
export const asLots = (text: string): Lots => asDecimal(text) as Lots
export const asPercent = (text: string): Percent => asDecimal(text) as Percent
export const asRate = (text: string): Rate => asDecimal(text) as Rate
export const asFactor = (text: string): Factor => asDecimal(text) as Factor

/** A decimal as an integer of units of its last digit, with `scale` digits after the point. */
interface BigDecimal {
  units: bigint
  scale: number
}

function parse(text: string): BigDecimal {
  const point = asDecimal(text).indexOf('.')
  return point < 0
    ? { units: BigInt(text), scale: 0 }
    : { units: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 }
}

const POWERS_OF_TEN = Array.from({ length: 4 * MAX_SCALE }, (_, scale) => 10n ** BigInt(scale))
/** 10 to a power from 0 on. */
export const powerOfTen = (scale: number): bigint => POWERS_OF_TEN[scale] ?? 10n ** BigInt(scale)
const absolute = (units: bigint): bigint => (units < 0n ? -units : units)

/** Both in the finer unit. */
function alignScales(a: BigDecimal, b: BigDecimal): [a: bigint, b: bigint, scale: number] {
  const scale = Math.max(a.scale, b.scale)
  return [a.units * powerOfTen(scale - a.scale), b.units * powerOfTen(scale - b.scale), scale]
}

/** a ÷ b as a whole number. */
function divideRounded(a: bigint, b: bigint, rounding: Rounding): bigint {
  const truncatedQuotient = a / b
  const remainder = a % b
  if (remainder === 0n) return truncatedQuotient
  const awayFromZero = a < 0n === b < 0n ? 1n : -1n
  const comparedToHalf = absolute(remainder) * 2n - absolute(b)
  const roundsAway: Record<Rounding, boolean> = {
    down: false,
    up: true,
    floor: awayFromZero < 0n,
    ceil: awayFromZero > 0n,
    'half-up': comparedToHalf >= 0n,
  }
  return roundsAway[rounding] ? truncatedQuotient + awayFromZero : truncatedQuotient
}

function format({ units, scale }: BigDecimal, places: number, rounding: Rounding): Decimal {
  return scale <= places
    ? fromMinor(units, scale)
    : fromMinor(divideRounded(units, powerOfTen(scale - places), rounding), places)
}

/** The value in canonical form: "007.50" → "7.5". */
export function canonical<A extends Operand>(a: A): Same<A>
export function canonical(a: string): string {
  return format(parse(a), MAX_SCALE, 'down')
}

/** Returns the exact sum. */
export function add<A extends Operand, B extends Operand>(a: A, b: SameUnit<A, B>): Sum<A, B>
export function add(a: string, b: string): string {
  return sumOf([a, b])
}

/** Returns the exact difference a − b. */
export function sub<A extends Operand, B extends Operand>(a: A, b: SameUnit<A, B>): Sum<A, B>
export function sub(a: string, b: string): string {
  const [minuend, subtrahend, scale] = alignScales(parse(a), parse(b))
  return fromMinor(minuend - subtrahend, scale)
}

const multiply = (a: BigDecimal, b: BigDecimal): BigDecimal => ({ units: a.units * b.units, scale: a.scale + b.scale })

/** a × b, rounded to `places` after the point. */
export function mul<A extends Operand, B extends Operand>(
  a: A,
  b: Multiplier<A, B>,
  places?: number,
  rounding?: Rounding,
): Product<A, B>
export function mul(a: string, b: string, places: number = MAX_SCALE, rounding: Rounding = 'half-up'): string {
  return format(multiply(parse(a), parse(b)), places, rounding)
}

/** A percentage of an amount, rounded once. */
export function percentOf<A extends Operand>(
  a: A,
  percentage: Percent | Literal,
  places?: number,
  rounding?: Rounding,
): Same<A>
export function percentOf(
  a: string,
  percentage: string,
  places: number = MAX_SCALE,
  rounding: Rounding = 'half-up',
): string {
  const { units, scale } = multiply(parse(a), parse(percentage))
  return format({ units, scale: scale + 2 }, places, rounding)
}

/** The digits before the point: "-1.99" → "-1". */
export function truncate<A extends Operand>(a: A): Same<A>
export function truncate(a: string): string {
  return format(parse(a), 0, 'down')
}

/** a ÷ b, rounded to `places` after the point. Division by zero throws. */
export function div<A extends Operand, B extends Operand>(
  a: A,
  b: Divisor<A, B>,
  places?: number,
  rounding?: Rounding,
): Quotient<A, B>
export function div(a: string, b: string, places: number = MAX_SCALE, rounding: Rounding = 'half-up'): string {
  const [dividend, divisor] = alignScales(parse(a), parse(b))
  if (divisor === 0n) throw new DecimalError('Division by zero')
  return fromMinor(divideRounded(dividend * powerOfTen(places), divisor, rounding), places)
}

/** The square root, rounded down to 12 digits after the point. Throws a DecimalError below 0. */
export function sqrt(a: Factor | Literal): Factor
export function sqrt(a: string): string {
  const { units, scale } = parse(a)
  if (units < 0n) throw new DecimalError(`No square root: ${a}`)
  if (units === 0n) return '0'
  const radicand = units * powerOfTen(2 * MAX_SCALE - scale)
  // Newton's method for integers, from above.
  let root = 1n << BigInt(Math.ceil(radicand.toString(2).length / 2))
  let next = (root + radicand / root) / 2n
  while (next < root) {
    root = next
    next = (root + radicand / root) / 2n
  }
  return fromMinor(root, MAX_SCALE)
}

/** Returns the value with the opposite sign; zero stays "0". */
export function neg<A extends Operand>(a: A): Same<A>
export function neg(a: string): string {
  const { units, scale } = parse(a)
  return fromMinor(-units, scale)
}

/** Returns the value without its sign. */
export function abs<A extends Operand>(a: A): Same<A>
export function abs(a: string): string {
  const { units, scale } = parse(a)
  return fromMinor(absolute(units), scale)
}

/** Returns the exact sum of the values; "0" for none. */
export function sum<A extends Operand>(values: Iterable<A>): Same<A>
export function sum(values: Iterable<string>): string {
  return sumOf(values)
}

function sumOf(values: Iterable<string>): string {
  let subtotal: BigDecimal = { units: 0n, scale: 0 }
  for (const value of values) {
    const [augend, addend, scale] = alignScales(subtotal, parse(value))
    subtotal = { units: augend + addend, scale }
  }
  return fromMinor(subtotal.units, subtotal.scale)
}

function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  const [left, right] = alignScales(parse(a), parse(b))
  return left < right ? -1 : left > right ? 1 : 0
}

/** By value: "1.0" equals "1". */
export function compare<A extends Operand, B extends Operand>(a: A, b: SameUnit<A, B>): -1 | 0 | 1
export function compare(a: string, b: string): -1 | 0 | 1 {
  return compareDecimals(a, b)
}

/** Returns 1 for a value above 0, -1 for one below 0, and 0 for zero. */
export function sign(a: Operand): -1 | 0 | 1 {
  return compareDecimals(a, '0')
}

/** Returns the lesser of two values, in canonical form. */
export function min<A extends Operand, B extends Operand>(a: A, b: SameUnit<A, B>): Sum<A, B>
export function min(a: string, b: string): string {
  return format(parse(compareDecimals(a, b) <= 0 ? a : b), MAX_SCALE, 'down')
}

/** Returns the greater of two values, in canonical form. */
export function max<A extends Operand, B extends Operand>(a: A, b: SameUnit<A, B>): Sum<A, B>
export function max(a: string, b: string): string {
  return format(parse(compareDecimals(a, b) >= 0 ? a : b), MAX_SCALE, 'down')
}

/**
 * Rounds to at most `places` digits after the point, a half away from zero by default.
 * Throws a DecimalError unless `places` is a whole number that is not negative.
 */
export function round<A extends Operand>(a: A, places: number, rounding?: Rounding): Same<A>
export function round(a: string, places: number, rounding: Rounding = 'half-up'): string {
  if (!Number.isInteger(places) || places < 0) throw new DecimalError(`Not a number of decimals: ${places}`)
  return format(parse(a), Math.min(places, MAX_SCALE), rounding)
}

/** With exactly this many digits after the point: toFixed("1.5", 2) is "1.50". Not canonical. */
export function toFixed<A extends Operand>(a: A, places: number, rounding?: Rounding): Same<A>
export function toFixed(a: Operand, places: number, rounding: Rounding = 'half-up'): string {
  const text = round(a, places, rounding)
  if (places === 0) return text
  const [integerPart = '0', fraction = ''] = text.split('.')
  return `${integerPart}.${fraction.padEnd(places, '0')}`
}

/** Digits after the point that the value needs: "1.50" → 1. */
export function decimalPlaces(a: Operand): number {
  return canonical(a).split('.')[1]?.length ?? 0
}

/** Digits after the point that each of the values can be shown with: those of the longest one, 0 for none. */
export const commonDecimalPlaces = (values: readonly Operand[]): number =>
  asScale(Math.max(0, ...values.map((value) => decimalPlaces(value))))

/** Whether `value` is a whole number of steps; a step must be above 0. */
export function isMultiple<A extends Operand, B extends Operand>(value: A, step: SameUnit<A, B>): boolean
export function isMultiple(value: string, step: string): boolean {
  const [dividend, divisor] = alignScales(parse(value), parse(step))
  if (divisor <= 0n) throw new DecimalError(`Not a step: ${step}`)
  return dividend % divisor === 0n
}

/** Minor units with `scale` digits after the point: ("1.5", 2) → 150n. Finer than that throws, unless `rounding` says how to round. */
export function toMinor(a: Operand, scale: number, rounding?: Rounding): bigint {
  const text = rounding ? round(a, scale, rounding) : asDecimal(a)
  const negative = text.startsWith('-')
  const [integerPart = '0', fraction = ''] = (negative ? text.slice(1) : text).split('.')
  if (fraction.length > scale && /[1-9]/.test(fraction.slice(scale))) {
    throw new DecimalError(`${text} has more than ${scale} digits after the point`)
  }
  const units = BigInt(integerPart + fraction.slice(0, scale).padEnd(scale, '0'))
  return negative ? -units : units
}

/** The decimal of minor units: (150n, 2) → "1.5". */
export function fromMinor(units: bigint, scale: number): Decimal {
  const digits = absolute(units)
    .toString()
    .padStart(scale + 1, '0')
  const point = digits.length - scale
  const fraction = digits.slice(point).replace(/0+$/, '')
  const text = `${units < 0n ? '-' : ''}${digits.slice(0, point)}${fraction && `.${fraction}`}`
  if (!isInternalDecimal(text)) throw new DecimalError(`Out of range: ${text.slice(0, 60)}`)
  return text
}
