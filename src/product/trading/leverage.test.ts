import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { branded } from '../../engine/language/values/branded.ts'
import type { Lots, Money, Price } from '../../engine/language/values/units.ts'
import {
  add,
  asFactor,
  asLots,
  asMoney,
  asPercent,
  asPrice,
  asQuantity,
  compare,
  fromMinor,
  isMultiple,
  mul,
  sub,
  sum,
} from '../../engine/language/values/decimal.ts'
import * as leverage from './leverage.ts'
import type { OpenPosition, PositionSide } from './leverage.ts'
import { SEED } from '../../../tests/support/seed.ts'

const {
  breakEvenPrice,
  closingPrice,
  equityOf,
  feeOf,
  liquidationPrice,
  maxLots,
  maintenanceMargin,
  marginOf,
  notionalOf,
  openingPrice,
  percentOfMargin,
  priceForProfit,
  profitForPercent,
  profitOf,
  tickValue,
} = leverage

const RUNS = { seed: SEED, numRuns: 2_000 }

/** Computed by hand: one lot of each kind of pair, the margin of a tenth of a lot, and the profit of moves. */
const EXAMPLES = [
  // 0.1 × 100 000 EUR at 1.16247: value 11 624.70, a hundredth of it is margin; 20 pips up are 20.00.
  {
    side: 'long',
    lots: '0.1',
    size: '100000',
    inverse: false,
    openPrice: '1.16247',
    times: 100,
    precision: 5,
    notional: '11624.7',
    margin: '116.25',
    fee: '0.581235',
    close: '1.16447',
    profit: '20',
    tick: '0.1',
    liquidation: '1.15317',
  },
  {
    side: 'short',
    lots: '0.1',
    size: '100000',
    inverse: false,
    openPrice: '1.16238',
    times: 100,
    precision: 5,
    notional: '11623.8',
    margin: '116.24',
    fee: '0.58119',
    close: '1.16438',
    profit: '-20',
    tick: '0.1',
    liquidation: '1.17168',
  },
  // 0.5 × 100 000 USD at 154.218 JPY: value 50 000; 100 points up are 5 000 JPY, and 5 000 ÷ 154.318 USD.
  {
    side: 'long',
    lots: '0.5',
    size: '100000',
    inverse: true,
    openPrice: '154.218',
    times: 50,
    precision: 3,
    notional: '50000',
    margin: '1000',
    fee: '2.5',
    close: '154.318',
    profit: '32.40062727',
    tick: '0.32421636',
    liquidation: '151.789',
  },
  {
    side: 'short',
    lots: '0.5',
    size: '100000',
    inverse: true,
    openPrice: '154.208',
    times: 50,
    precision: 3,
    notional: '50000',
    margin: '1000',
    fee: '2.5',
    close: '154.308',
    profit: '-32.40272702',
    tick: '0.32423739',
    liquidation: '156.716',
  },
  // 2 × 100 ounces of gold at 4 087.49.
  {
    side: 'long',
    lots: '2',
    size: '100',
    inverse: false,
    openPrice: '4087.49',
    times: 20,
    precision: 2,
    notional: '817498',
    margin: '40874.9',
    fee: '40.8749',
    close: '4080.00',
    profit: '-1498',
    tick: '2',
    liquidation: '3923.99',
  },
  // 0.01 bitcoin.
  {
    side: 'short',
    lots: '0.01',
    size: '1',
    inverse: false,
    openPrice: '95840.19',
    times: 10,
    precision: 2,
    notional: '958.4019',
    margin: '95.85',
    fee: '0.0479201',
    close: '95000.01',
    profit: '8.4018',
    tick: '0.0001',
    liquidation: '103508.19',
  },
] as const

describe('the break-even price', () => {
  // By hand: (1 202.1739 + 0.48086956) ÷ 0.009996, (1 202.1739 − 0.48086956) ÷ 0.010004, 154.218 ÷ 0.9999.
  it.each([
    ['long', '0.01', '1', false, '120217.39', '0.04', 2, '120313.61'],
    ['short', '0.01', '1', false, '120217.39', '0.04', 2, '120121.25'],
    ['long', '0.5', '100000', true, '154.218', '0.005', 3, '154.234'],
    ['long', '0.5', '100000', false, '1.16247', '100', 5, null],
  ] as const)(
    '%s %s × %s, inverse %s, at %s with a fee of %s %%',
    (side, lots, size, inverse, open, fee, digits, price) => {
      const position = branded<OpenPosition>({ side, lots, size, inverse, openPrice: open })
      const percent = asPercent(fee)
      expect(breakEvenPrice(position, feeOf(position, asPrice(open), percent), percent, digits)).toBe(price)
    },
  )

  it('is the first tick at which closing costs nothing', () => {
    fc.assert(
      fc.property(
        trade,
        fc.constantFrom('0', '0.005', '0.04', '0.1').map(asPercent),
        ({ position, precision }, fee) => {
          const opening = feeOf(position, position.openPrice, fee)
          const price = breakEvenPrice(position, opening, fee, precision)
          if (price === null) return
          const net = (at: Price) => compare(sub(sub(profitOf(position, at), opening), feeOf(position, at, fee)), '0')
          const tick = asPrice(fromMinor(1n, precision))
          const before = position.side === 'long' ? sub(price, tick) : add(price, tick)
          expect(net(price)).toBeGreaterThanOrEqual(0)
          if (compare(before, '0') > 0) expect(net(before)).toBe(-1)
        },
      ),
      RUNS,
    )
  })
})

describe('the first stop-loss', () => {
  it.each([
    ['long', '60000.00', 2, '60000.01'],
    ['short', '60000.00', 2, '59999.99'],
    ['short', '1.17168', 5, '1.17167'],
    ['long', null, 5, null],
  ] as const)('of a %s position liquidated at %s (precision %s) is %s', (side, liquidation, precision, expected) => {
    expect(leverage.firstStopLoss(side, liquidation === null ? null : asPrice(liquidation), precision)).toBe(expected)
  })
})

describe('worked examples', () => {
  it.each(EXAMPLES)(
    '$side $lots × $size at $openPrice',
    ({ times, precision, notional, margin, fee, close, profit, tick, liquidation, ...example }) => {
      const position = branded<OpenPosition>(example)
      expect(notionalOf(position, position.openPrice)).toBe(notional)
      expect(marginOf(position, position.openPrice, times)).toBe(margin)
      expect(feeOf(position, position.openPrice, asPercent('0.005'))).toBe(fee)
      expect(profitOf(position, asPrice(close))).toBe(profit)
      expect(tickValue(position, precision)).toBe(tick)
      expect(liquidationPrice(position, asMoney(margin), asPercent('20'), precision)).toBe(liquidation)
    },
  )

  it('converts prices, profits and percentages of the margin into one another', () => {
    const long = branded<OpenPosition>({
      side: 'long',
      lots: '0.1',
      size: '100000',
      inverse: false,
      openPrice: '1.16247',
    })
    expect(priceForProfit(long, asMoney('20'), 5)).toBe('1.16447')
    expect(priceForProfit(long, profitForPercent(asMoney('116.247'), asPercent('50')), 5)).toBe('1.16829')
    expect(priceForProfit(long, asMoney('-20'), 5)).toBe('1.16047')
    expect(percentOfMargin(asMoney('20'), asMoney('116.247'))).toBe('17.2')
    expect(percentOfMargin(asMoney('-20'), asMoney('116.247'))).toBe('-17.2')
    // 0.125 %: a half is rounded away from zero.
    expect(percentOfMargin(asMoney('0.25'), asMoney('200'))).toBe('0.13')
    expect(percentOfMargin(asMoney('-0.25'), asMoney('200'))).toBe('-0.13')
    expect(percentOfMargin(asMoney('-0.47'), asMoney('464.92'))).toBe('-0.1')
    const yen = branded<OpenPosition>({
      side: 'long',
      lots: '0.5',
      size: '100000',
      inverse: true,
      openPrice: '154.218',
    })
    expect(priceForProfit(yen, asMoney('32'), 3)).toBe('154.317')
    expect(priceForProfit(yen, asMoney('50000'), 3)).toBeNull()
    expect(priceForProfit(long, asMoney('-20000'), 5)).toBeNull()
  })

  it('opens long at the ask and short at the bid, and closes the other way round', () => {
    const quote = { bid: asPrice('99'), ask: asPrice('101') }
    expect([
      openingPrice('long', quote),
      closingPrice('long', quote),
      openingPrice('short', quote),
      closingPrice('short', quote),
    ]).toEqual(['101', '99', '99', '101'])
  })

  it.each([
    ['long', '101', ['100', '99'], true],
    ['long', '100', ['100', '99'], true],
    ['long', '99.5', ['100', '99'], false],
    ['long', '0', ['100'], false],
    ['short', '98', ['100', '99'], true],
    ['short', '99.5', ['100', '99'], false],
    ['short', '0', ['100'], false],
  ] as const)('%s: a take-profit at %s with open and current price at %j: %s', (side, price, references, valid) => {
    expect(leverage.isValidTakeProfit(side, asPrice(price), references.map(asPrice))).toBe(valid)
  })

  it.each([
    ['long', '99', ['100', '99'], true],
    ['long', '99.5', ['100', '99'], false],
    ['long', '0', ['100'], false],
    ['short', '100', ['100', '99'], true],
    ['short', '99.5', ['100', '99'], false],
    ['short', '-1', ['100'], false],
  ] as const)('%s: a stop-loss at %s with open and current price at %j: %s', (side, price, references, valid) => {
    expect(leverage.isValidStopLoss(side, asPrice(price), references.map(asPrice))).toBe(valid)
  })
})

interface Trade {
  position: OpenPosition
  quote: { bid: Price; ask: Price }
  margin: Money
  times: number
  precision: number
}

const trade: fc.Arbitrary<Trade> = fc
  .record({
    side: fc.constantFrom<PositionSide>('long', 'short'),
    inverse: fc.boolean(),
    steps: fc.integer({ min: 1, max: 5_000 }),
    size: fc.constantFrom('1', '10', '100', '5000', '100000').map(asQuantity),
    precision: fc.integer({ min: 1, max: 5 }),
    units: fc.bigInt({ min: 2_000n, max: 20_000_000n }),
    spread: fc.bigInt({ min: 1n, max: 400n }),
    times: fc.constantFrom(1, 3, 10, 20, 50, 100, 200),
  })
  .map(({ side, inverse, steps, size, precision, units, spread, times }) => {
    const quote = { bid: asPrice(fromMinor(units, precision)), ask: asPrice(fromMinor(units + spread, precision)) }
    const openPrice = openingPrice(side, quote)
    const position: OpenPosition = { side, inverse, lots: asLots(mul(`${steps}`, '0.01')), size, openPrice }
    return { position, quote, margin: marginOf(position, openPrice, times), times, precision }
  })

describe(`any position (seed ${SEED})`, () => {
  const check = (name: string, property: fc.IProperty<[Trade]>) => it(name, () => fc.assert(property, RUNS))

  check(
    'loses when it is closed at once',
    fc.property(trade, ({ position, quote }) => {
      expect(compare(profitOf(position, closingPrice(position.side, quote)), '0')).toBe(-1)
    }),
  )

  it('has no profit from its two sides together, at any price', () => {
    fc.assert(
      fc.property(trade, fc.integer({ min: -900, max: 5_000 }), ({ position, quote }, permille) => {
        const at = (price: Price) => mul(price, asFactor(fromMinor(BigInt(1000 + permille), 3)), 5, 'ceil')
        const later = { bid: at(quote.bid), ask: add(at(quote.ask), '0.00001') }
        const both = (['long', 'short'] as const).map((side) =>
          profitOf({ ...position, side, openPrice: openingPrice(side, quote) }, closingPrice(side, later)),
        )
        expect(compare(sum(both), '0')).toBe(-1)
      }),
      RUNS,
    )
  })

  it('has no more profit in parts than as a whole, and costs no less', () => {
    fc.assert(
      fc.property(
        trade,
        fc.integer({ min: 1, max: 4_999 }),
        fc.integer({ min: 1, max: 20_000_000 }),
        ({ position, times, precision }, part, units) => {
          const first = asLots(mul(`${part}`, '0.01'))
          const rest = sub(position.lots, first)
          fc.pre(compare(rest, '0') > 0)
          const price = asPrice(fromMinor(BigInt(units), precision))
          const parts = [first, rest].map((lots) => ({ ...position, lots }))
          expect(
            compare(sum(parts.map((part) => profitOf(part, price))), profitOf(position, price)),
          ).toBeLessThanOrEqual(0)
          expect(
            compare(
              sum(parts.map((part) => feeOf(part, price, asPercent('0.04')))),
              feeOf(position, price, asPercent('0.04')),
            ),
          ).toBeGreaterThanOrEqual(0)
          expect(
            compare(sum(parts.map((part) => marginOf(part, price, times))), marginOf(position, price, times)),
          ).toBeGreaterThanOrEqual(0)
        },
      ),
      RUNS,
    )
  })

  check(
    'is liquidated at the very tick at which its equity meets the maintenance margin',
    fc.property(trade, ({ position, margin, precision }) => {
      const price = liquidationPrice(position, margin, asPercent('20'), precision)
      const tick = asPrice(fromMinor(1n, precision))
      const bound = maintenanceMargin(margin, asPercent('20'))
      if (price === null) return
      const before = position.side === 'long' ? add(price, tick) : sub(price, tick)
      expect(compare(equityOf(position, margin, price), bound)).toBeLessThanOrEqual(0)
      // Profit is rounded down to the last unit, and where a tick is worth more than the margin the position is closed from the start.
      if (compare(before, '0') > 0 && leverage.hasReachedTakeProfit(position.side, position.openPrice, before))
        expect(compare(add(equityOf(position, margin, before), '0.00000001'), bound)).toBe(1)
    }),
  )

  it('has at the price for a profit at least that profit, and a tick before it less', () => {
    fc.assert(
      fc.property(trade, fc.integer({ min: -95, max: 300 }), ({ position, margin, precision }, percent) => {
        const target = profitForPercent(margin, asPercent(String(percent)))
        const price = priceForProfit(position, target, precision)
        if (price === null) return
        const before =
          position.side === 'long'
            ? sub(price, asPrice(fromMinor(1n, precision)))
            : add(price, asPrice(fromMinor(1n, precision)))
        expect(compare(profitOf(position, price), sub(target, '0.00000001'))).toBeGreaterThanOrEqual(0)
        if (compare(before, '0') > 0) expect(compare(profitOf(position, before), target)).toBeLessThanOrEqual(0)
      }),
      RUNS,
    )
  })

  it('has no equity below zero, at any price', () => {
    fc.assert(
      fc.property(trade, fc.integer({ min: 1, max: 2_000_000_000 }), ({ position, margin, precision }, units) => {
        expect(
          compare(equityOf(position, margin, asPrice(fromMinor(BigInt(units), precision))), '0'),
        ).toBeGreaterThanOrEqual(0)
      }),
      RUNS,
    )
  })

  it('returns the maximum of affordable lots, in whole steps', () => {
    fc.assert(
      fc.property(trade, fc.bigInt({ min: 0n, max: 10n ** 13n }), ({ position, times }, units) => {
        const balance = asMoney(fromMinor(units, 8))
        const available = asMoney(fromMinor(units / 1_000_000n, 2))
        const terms = { leverage: times, fee: asPercent('0.04'), step: asLots('0.01'), maximum: asLots('50') }
        const lots = maxLots(balance, position, position.openPrice, terms)
        const cost = (count: Lots) =>
          add(
            marginOf({ ...position, lots: count }, position.openPrice, times),
            feeOf({ ...position, lots: count }, position.openPrice, terms.fee),
          )
        expect(isMultiple(lots, '0.01')).toBe(true)
        if (compare(lots, '0') > 0) expect(compare(cost(lots), available)).toBeLessThanOrEqual(0)
        if (compare(lots, '50') < 0) expect(compare(cost(add(lots, '0.01')), available)).toBe(1)
      }),
      RUNS,
    )
  })
})
