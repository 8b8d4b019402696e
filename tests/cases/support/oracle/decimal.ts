/** A second decimal arithmetic, on integers of 10⁻¹², to compare with the one under test. */
export const PLACES = 12
const UNIT = 10n ** BigInt(PLACES)
/** Digits before the decimal point. */
export const INTEGER_DIGITS = 96
const LIMIT = 10n ** BigInt(INTEGER_DIGITS + PLACES)

export class Decimal {
  constructor(
    readonly units: bigint,
    /** The original text: reading a value does not rewrite it. */
    readonly text?: string,
  ) {
    if (units >= LIMIT || units <= -LIMIT) throw new RangeError('A decimal is out of range.')
  }

  static parse(text: string): Decimal {
    const [, sign = '', integer, fraction = ''] = /^(-?)(\d{1,24})(?:\.(\d{1,12}))?$/.exec(text) ?? []
    if (integer === undefined) throw new SyntaxError(`"${text}" is no decimal.`)
    const units = BigInt(integer + fraction.padEnd(PLACES, '0'))
    return new Decimal(sign === '-' ? -units : units, text)
  }

  plus(other: Decimal): Decimal {
    return new Decimal(this.units + other.units)
  }

  minus(other: Decimal): Decimal {
    return new Decimal(this.units - other.units)
  }

  times(other: Decimal): Decimal {
    return new Decimal(halfAway(this.units * other.units, UNIT))
  }

  over(other: Decimal): Decimal {
    if (other.units === 0n) throw new RangeError('A division by zero.')
    return new Decimal(halfAway(this.units * UNIT, other.units))
  }

  negated(): Decimal {
    return new Decimal(-this.units)
  }

  rounded(places: number): Decimal {
    if (!Number.isInteger(places) || places < 0) throw new RangeError('A decimal has no such places.')
    const step = 10n ** BigInt(Math.max(0, PLACES - places))
    return new Decimal(halfAway(this.units, step) * step)
  }

  /** Per cent of the value, rounded once. */
  percent(percentage: Decimal): Decimal {
    return new Decimal(halfAway(this.units * percentage.units, UNIT * 100n))
  }

  /** The integer part. */
  truncated(): bigint {
    return this.units / UNIT
  }

  /** Without the original text: the shortest text of the value. */
  plain(): Decimal {
    return new Decimal(this.units)
  }

  toString(): string {
    if (this.text !== undefined) return this.text
    const size = this.units < 0n ? -this.units : this.units
    const fraction = (size % UNIT).toString().padStart(PLACES, '0').replace(/0+$/, '')
    return `${this.units < 0n ? '-' : ''}${size / UNIT}${fraction && `.${fraction}`}`
  }
}

function halfAway(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n
  const [n, d] = [abs(numerator), abs(denominator)]
  const floor = n / d
  const twice = (n % d) * 2n
  const size = twice >= d ? floor + 1n : floor
  return negative ? -size : size
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value)
