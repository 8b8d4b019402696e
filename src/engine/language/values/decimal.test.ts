import DecimalLight from 'decimal.js-light'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Decimal } from './units.ts'
import * as decimal from './decimal.ts'

const { add, compare, div, fromMinor, isMultiple, mul, round, sub, toMinor } = decimal

/** Decimals of the transfer range and the full range, as units of 1e-12, so that BigInt arithmetic can check the results. */
const SCALE = 12
const UNIT = 10n ** 12n
const END = 10n ** BigInt(decimal.MAX_INTEGER_DIGITS + SCALE)
const within = (end: bigint) => fc.bigInt({ min: 1n - end, max: end - 1n })
const travels = within(10n ** 36n)
const wide = fc.oneof(travels, within(END))
const factor = within(10n ** 60n)
const text = (units: bigint) => fromMinor(units, SCALE)

/** A quotient of integers in a rounding mode, by integer arithmetic. */
function judge(numerator: bigint, denominator: bigint, rounding: decimal.Rounding): bigint {
  const sign = numerator < 0n !== denominator < 0n ? -1n : 1n
  const [n, d] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator]
  const [quotient, remainder] = [n / d, n % d]
  const up =
    remainder > 0n &&
    {
      down: false,
      up: true,
      floor: sign < 0n,
      ceil: sign > 0n,
      'half-up': remainder * 2n >= d,
    }[rounding]
  return sign * (up ? quotient + 1n : quotient)
}

/** The same by a library: a quotient of two such decimals can be within 1e-121 of the middle between two results and be up to 1e108. */
const Library = DecimalLight.clone({ precision: 240, toExpNeg: -240, toExpPos: 240 })
const MODES = {
  down: DecimalLight.ROUND_DOWN,
  up: DecimalLight.ROUND_UP,
  floor: DecimalLight.ROUND_FLOOR,
  ceil: DecimalLight.ROUND_CEIL,
  'half-up': DecimalLight.ROUND_HALF_UP,
} as const

describe('decimals as strings', () => {
  it('computes the same as a decimal library, for any number of digits after the point', () => {
    const small = fc
      .tuple(within(10n ** 20n), fc.integer({ min: 0, max: 12 }))
      .map(([units, scale]) => fromMinor(units, scale))
    const roundings = fc.constantFrom(...(Object.keys(MODES) as decimal.Rounding[]))
    fc.assert(
      fc.property(small, small, roundings, fc.integer({ min: 0, max: 12 }), (a, b, rounding, places) => {
        const [x, y] = [new Library(a), new Library(b)]
        const rounded = (value: DecimalLight) => value.toDecimalPlaces(places, MODES[rounding]).toString()
        expect(mul(a, b, places, rounding)).toBe(rounded(x.times(y)))
        expect(round(a, places, rounding)).toBe(rounded(x))
        expect(decimal.percentOf(a, decimal.asPercent(b), places, rounding)).toBe(rounded(x.times(y).dividedBy(100)))
        if (!y.isZero()) expect(div(a, b, places, rounding)).toBe(rounded(x.dividedBy(y)))
        expect([add(a, b), sub(a, b), compare(a, b), decimal.decimalPlaces(a)]).toEqual([
          x.plus(y).toString(),
          x.minus(y).toString(),
          Math.sign(x.comparedTo(y)),
          x.decimalPlaces(),
        ])
        if (y.isPositive() && !y.isZero()) expect(isMultiple(a, b)).toBe(x.modulo(y).isZero())
      }),
    )
  })

  it.each([
    ['007.50', '7.5'],
    ['-0', '0'],
    ['-0.000', '0'],
    ['0.000000000001', '0.000000000001'],
    ['1000', '1000'],
    ['999999999999999999999999.999999999999', '999999999999999999999999.999999999999'],
    [`00${'9'.repeat(94)}`, '9'.repeat(94)],
  ])('writes %s as %s', (from, to) => expect(decimal.canonical(decimal.asDecimal(from))).toBe(to))

  it.each([
    '',
    '1e5',
    '+1',
    '.5',
    '5.',
    '1,5',
    ' 1',
    '0x10',
    'NaN',
    'Infinity',
    '1'.repeat(97),
    '0.1234567890123',
    '١',
  ])('refuses %j', (text) => {
    const value = text as Decimal
    expect([decimal.isDecimal(value), decimal.isInternalDecimal(value)]).toEqual([false, false])
    for (const act of [
      () => decimal.canonical(value),
      () => add(value, '1'),
      () => compare(value, value),
      () => toMinor(value, 2),
    ]) {
      expect(act).toThrow(decimal.DecimalError)
    }
  })

  it('distinguishes sent from computed decimals', () => {
    expect([
      decimal.isDecimal('9'.repeat(24)),
      decimal.isDecimal('9'.repeat(25)),
      decimal.isInternalDecimal('9'.repeat(96)),
    ]).toEqual([true, false, true])
  })

  it('supports products of three sent decimals, and their sums', () => {
    const greatest = 10n ** 36n - 1n
    fc.assert(
      fc.property(fc.array(fc.tuple(travels, travels, travels), { minLength: 1, maxLength: 40 }), (rows) => {
        const total = decimal.sum(rows.map((row) => row.map((item) => text(item)).reduce((a, b) => mul(a, b))))
        expect(decimal.isInternalDecimal(total)).toBe(true)
      }),
      { examples: [[Array.from({ length: 40 }, () => [greatest, greatest, -greatest])]] },
    )
  })

  it('is exact where binary floats are not', () => {
    expect(add('0.1', '0.2')).toBe('0.3')
    expect(mul('1.1', '1.1')).toBe('1.21')
    expect(sub('1', '0.9')).toBe('0.1')
    expect(decimal.sum(['0.1', '0.1', '0.1'])).toBe('0.3')
    expect(decimal.sum(['900000000000000000000000', '900000000000000000000000', '-900000000000000000000000'])).toBe(
      '900000000000000000000000',
    )
    expect(decimal.percentOf('250', '2.5')).toBe('6.25')
    expect(decimal.percentOf('0.000000000003', '49.999999999999')).toBe('0.000000000001')
    expect(decimal.truncate('-99999.999999999999')).toBe('-99999')
    expect(() => round('1', -1)).toThrow('Not a number of decimals')
    expect(round('1.5', 40)).toBe('1.5')
  })

  it('adds, subtracts and compares like integers of 1e-12', () => {
    fc.assert(
      fc.property(wide, wide, (a, b) => {
        expect(compare(text(a), text(b))).toBe(a < b ? -1 : a > b ? 1 : 0)
        for (const [act, exact] of [
          [add, a + b],
          [sub, a - b],
        ] as const) {
          if ((exact < 0n ? -exact : exact) < END) expect(act(text(a), text(b))).toBe(text(exact))
          else expect(() => act(text(a), text(b))).toThrow(decimal.DecimalError)
        }
      }),
    )
  })

  it('multiplies and divides to the last digit in every rounding', () => {
    const roundings = fc.constantFrom<decimal.Rounding>('down', 'up', 'floor', 'ceil', 'half-up')
    fc.assert(
      fc.property(factor, fc.oneof(factor, within(10n ** 48n)), roundings, (a, b, rounding) => {
        expect(mul(text(a), text(b), SCALE, rounding)).toBe(text(judge(a * b, UNIT, rounding)))
      }),
    )
    fc.assert(
      fc.property(
        wide,
        wide.filter((b) => b !== 0n),
        roundings,
        fc.integer({ min: 0, max: 12 }),
        (a, b, rounding, places) => {
          const exact = judge(a * 10n ** BigInt(places), b, rounding)
          if (
            exact > -(10n ** BigInt(decimal.MAX_INTEGER_DIGITS + places)) &&
            exact < 10n ** BigInt(decimal.MAX_INTEGER_DIGITS + places)
          ) {
            expect(div(text(a), text(b), places, rounding)).toBe(fromMinor(exact, places))
          }
        },
      ),
      {
        examples: [
          [1n, 3n, 'up', 12],
          [1n, 2n, 'half-up', 0],
          [-3n, 2n, 'half-up', 0],
          [-1n, 10n ** 30n, 'floor', 0],
        ],
      },
    )
    expect(() => div('1', '0.000')).toThrow('Division by zero')
  })

  it('rounds once, also where a quotient is next to the middle between two results', () => {
    const inverse = (a: bigint, m: bigint, [x, y] = [0n, 1n], [r, s] = [m, a % m]): bigint =>
      s === 0n ? ((x % m) + m) % m : inverse(a, m, [y, x - (r / s) * y], [s, r % s])
    for (const end of [10n ** 36n, END])
      for (let b = end - 1n; b > end - 400n; b -= 2n) {
        if (b % 5n === 0n) continue
        // a·10¹² leaves (b ± 1)/2 of b: the quotient is 1/2b above or below the middle.
        for (const rest of [(b + 1n) / 2n, (b - 1n) / 2n]) {
          const a = (rest * inverse(UNIT, b)) % b
          expect(div(text(a), text(b), SCALE, 'half-up')).toBe(text(judge(a * UNIT, b, 'half-up')))
        }
      }
  })

  it.each([
    ['1.25', 1, undefined, '1.3'],
    ['-1.25', 1, undefined, '-1.3'],
    ['1.25', 1, 'half-up', '1.3'],
    ['-1.2', 0, 'floor', '-2'],
    ['-0.4', 0, 'half-up', '0'],
    ['0.000000000001', 2, 'up', '0.01'],
  ] as const)('rounds %s to %i places %s: %s', (from, places, rounding, to) =>
    expect(round(from, places, rounding)).toBe(to),
  )

  it('writes a fixed number of digits, and counts those needed', () => {
    expect(decimal.toFixed('1.5', 2)).toBe('1.50')
    expect(decimal.toFixed('-0.001', 2)).toBe('0.00')
    expect(decimal.toFixed('12.5', 0)).toBe('13')
    expect(decimal.decimalPlaces('1.500')).toBe(1)
    expect(decimal.decimalPlaces('15')).toBe(0)
  })

  it('converts to minor units and back without loss', () => {
    fc.assert(
      fc.property(wide, (units) => {
        expect(toMinor(fromMinor(units, SCALE), SCALE)).toBe(units)
      }),
    )
    expect(toMinor('1.50', 1)).toBe(15n)
    expect(toMinor('-0.019', 2, 'down')).toBe(-1n)
    expect(() => toMinor('0.019', 2)).toThrow('more than 2 digits')
    expect(fromMinor(-5n, 2)).toBe('-0.05')
    expect(fromMinor(100n, 0)).toBe('100')
  })

  it('finds the greatest root of 12 digits whose square is not above the value', () => {
    const value = fc.bigInt({ min: 0n, max: 10n ** 36n })
    fc.assert(
      fc.property(value, (units) => {
        const root = toMinor(decimal.sqrt(decimal.asFactor(text(units))), SCALE)
        expect(root * root <= units * UNIT && (root + 1n) * (root + 1n) > units * UNIT).toBe(true)
      }),
      { examples: [[0n], [1n], [2n], [UNIT], [4n * UNIT], [10n ** 36n]] },
    )
    expect(() => decimal.sqrt('-0.000000000001')).toThrow(decimal.DecimalError)
  })

  it('recognises whole numbers of a step', () => {
    expect(isMultiple('0.07', '0.01')).toBe(true)
    expect(isMultiple('0.075', '0.01')).toBe(false)
    expect(isMultiple('-3', '1.5')).toBe(true)
    expect(isMultiple('123456789012345678901234', '0.000000000001')).toBe(true)
    expect(() => isMultiple('1', '0')).toThrow('Not a step')
  })

  it('orders, negates and finds extremes by value', () => {
    expect(compare('1.0', '1')).toBe(0)
    expect(decimal.max('2.0', '10')).toBe('10')
    expect(decimal.min('-1', '-1.5')).toBe('-1.5')
    expect(decimal.neg('0')).toBe('0')
    expect(decimal.abs('-3.10')).toBe('3.1')
    expect(decimal.sign('-0.0')).toBe(0)
  })
})
