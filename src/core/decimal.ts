import DecimalLight from 'decimal.js-light'

/**
 * Decimals travel and are held as plain strings: an optional minus, 1 to 24 digits, and up to 12 after a point.
 * What is reckoned from them may have 96 before the point, so that the product of three that travel, and any
 * sum of such, can be shown. Every result is canonical: no leading or trailing zeros, no "-0". What is not such a string, or would not
 * fit into one, throws a DecimalError.
 */
export class DecimalError extends Error {
  override name = 'DecimalError'
}

export type Rounding = 'down' | 'up' | 'floor' | 'ceil' | 'half-up' | 'half-even'

export const PLACES = 12
/** Digits before the point of what is reckoned. */
export const HELD = 96
const WIRE = /^-?\d{1,24}(\.\d{1,12})?$/
const REACH = /^-?\d{1,96}(\.\d{1,12})?$/
const LIMIT = 10n ** BigInt(HELD)

// A quotient of two such decimals can come as near as 1e-121 to the middle between two results and be up to 1e108:
// with 240 digits no rounding is done twice.
const D = DecimalLight.clone({ precision: 240, rounding: DecimalLight.ROUND_DOWN, toExpNeg: -240, toExpPos: 240 })

const MODE: Record<Rounding, number> = {
  down: DecimalLight.ROUND_DOWN,
  up: DecimalLight.ROUND_UP,
  floor: DecimalLight.ROUND_FLOOR,
  ceil: DecimalLight.ROUND_CEIL,
  'half-up': DecimalLight.ROUND_HALF_UP,
  'half-even': DecimalLight.ROUND_HALF_EVEN,
}

/** As the contract writes decimals; canonical or not ("1.50" is one). */
export function isDecimal(value: unknown): value is string {
  return typeof value === 'string' && WIRE.test(value)
}

/** As expressions hold decimals. */
export function isHeld(value: unknown): value is string {
  return typeof value === 'string' && REACH.test(value)
}

function checked(text: string): string {
  if (!isHeld(text)) throw new DecimalError(`Not a decimal: ${String(text).slice(0, 60)}`)
  return text
}

const read = (text: string): DecimalLight => new D(checked(text))

function write(value: DecimalLight, places: number, rounding: Rounding): string {
  const text = value.toDecimalPlaces(places, MODE[rounding]).toString()
  if (!REACH.test(text)) throw new DecimalError(`Out of range: ${text.slice(0, 60)}`)
  return text
}

/** The same value as this module writes it: "007.50" → "7.5". */
export function canonical(text: string): string {
  return write(read(text), PLACES, 'down')
}

export function add(a: string, b: string): string {
  return write(read(a).plus(read(b)), PLACES, 'half-even')
}

export function sub(a: string, b: string): string {
  return write(read(a).minus(read(b)), PLACES, 'half-even')
}

/** a × b, rounded to `places` after the point. */
export function mul(a: string, b: string, places: number = PLACES, rounding: Rounding = 'half-even'): string {
  return write(read(a).times(read(b)), places, rounding)
}

/** So many hundredths of an amount, rounded once. */
export function percentOf(a: string, percentage: string, places: number = PLACES, rounding: Rounding = 'half-even'): string {
  return write(read(a).times(read(percentage)).dividedBy(100), places, rounding)
}

/** The digits before the point: "-1.99" → "-1". */
export function truncated(a: string): string {
  return write(read(a), 0, 'down')
}

/** a ÷ b, rounded to `places` after the point. Division by zero throws. */
export function div(a: string, b: string, places: number = PLACES, rounding: Rounding = 'half-even'): string {
  const divisor = read(b)
  if (divisor.isZero()) throw new DecimalError('Division by zero')
  return write(read(a).dividedBy(divisor), places, rounding)
}

export function neg(a: string): string {
  return write(read(a).negated(), PLACES, 'down')
}

export function abs(a: string): string {
  return write(read(a).absoluteValue(), PLACES, 'down')
}

export function sum(values: Iterable<string>): string {
  let total = read('0')
  for (const value of values) total = total.plus(read(value))
  return write(total, PLACES, 'down')
}

/** By value: "1.0" equals "1". */
export function compare(a: string, b: string): -1 | 0 | 1 {
  const order = read(a).comparedTo(read(b))
  return order < 0 ? -1 : order > 0 ? 1 : 0
}

export function sign(a: string): -1 | 0 | 1 {
  return compare(a, '0')
}

export function min(a: string, b: string): string {
  return canonical(compare(a, b) <= 0 ? a : b)
}

export function max(a: string, b: string): string {
  return canonical(compare(a, b) >= 0 ? a : b)
}

export function round(a: string, places: number, rounding: Rounding = 'half-even'): string {
  if (!Number.isInteger(places) || places < 0) throw new DecimalError(`Not a number of decimals: ${places}`)
  return write(read(a), Math.min(places, PLACES), rounding)
}

/** With exactly so many digits after the point: fixed("1.5", 2) is "1.50". Not canonical. */
export function fixed(a: string, places: number, rounding: Rounding = 'half-even'): string {
  const text = round(a, places, rounding)
  if (places === 0) return text
  const [whole = '0', fraction = ''] = text.split('.')
  return `${whole}.${fraction.padEnd(places, '0')}`
}

/** Digits after the point that the value needs: "1.50" → 1. */
export function places(a: string): number {
  return canonical(a).split('.')[1]?.length ?? 0
}

/** Whether `value` is a whole number of steps; a step must be above 0. */
export function isMultiple(value: string, step: string): boolean {
  const scale = Math.max(places(value), places(step))
  const unit = toMinor(step, scale)
  if (unit <= 0n) throw new DecimalError(`Not a step: ${step}`)
  return toMinor(value, scale) % unit === 0n
}

/** Minor units with `scale` digits after the point: ("1.5", 2) → 150n. Finer than that throws, unless `rounding` says how to round. */
export function toMinor(a: string, scale: number, rounding?: Rounding): bigint {
  const text = rounding ? round(a, scale, rounding) : checked(a)
  const negative = text.startsWith('-')
  const [whole = '0', fraction = ''] = (negative ? text.slice(1) : text).split('.')
  if (fraction.length > scale && /[1-9]/.test(fraction.slice(scale))) {
    throw new DecimalError(`${text} has more than ${scale} digits after the point`)
  }
  const units = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'))
  return negative ? -units : units
}

/** The decimal of so many minor units: (150n, 2) → "1.5". */
export function fromMinor(units: bigint, scale: number): string {
  const size = units < 0n ? -units : units
  const unit = 10n ** BigInt(scale)
  const whole = size / unit
  if (whole >= LIMIT || scale > PLACES) throw new DecimalError(`Out of range: ${units} at scale ${scale}`)
  const fraction = scale === 0 ? '' : (size % unit).toString().padStart(scale, '0').replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}
