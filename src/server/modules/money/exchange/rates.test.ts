import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Percent } from '../../../../engine/language/values/units.ts'
import { asMoney, asPercent, asPrice, fromMinor } from '../../../../engine/language/values/decimal.ts'
import { CURRENCIES, minor, scaleOf } from '../../../kit/ledger/index.ts'
import type { Tick } from '../../trading/market/index.ts'
import { forPaying, forReceiving, limitsOf, midPriceOf, termsOf, worthOf, type ExchangeTerms } from './rates.ts'
import { SEED } from '../../../../../tests/support/seed.ts'

/** Market prices with the bid at most the ask. */
const market = fc
  .array(fc.tuple(fc.bigInt(1n, 10n ** 14n), fc.bigInt(0n, 10n ** 6n)), {
    minLength: CURRENCIES.length,
    maxLength: CURRENCIES.length,
  })
  .map(
    (prices) =>
      new Map<string, [bid: bigint, spread: bigint]>(
        CURRENCIES.map((currency, i) => [`${currency}USDT`, prices[i] ?? [1n, 0n]]),
      ),
  )
  .map((prices) => ({
    tick(symbol: string): Tick {
      const [bid, spread] = prices.get(symbol) ?? [1n, 0n]
      const write = (units: bigint) => asPrice(fromMinor(units, 8))
      return { seq: 0, timeMs: 0, bid: write(bid), ask: write(bid + spread), last: write(bid) }
    },
  }))
const currency = fc.constantFrom(...CURRENCIES)
const fee = fc.bigInt(0n, 100_000n).map((units) => asPercent(fromMinor(units, 4)))
/** Whole cents of USDT. */
const amount = fc.bigInt(1n, 10n ** 9n).map((cents) => cents * 10n ** 6n)

const terms = (prices: Parameters<typeof termsOf>[0], from: string, to: string, percent: Percent): ExchangeTerms =>
  termsOf(prices, from, to, percent) ?? expect.fail('no terms')
const unit = (of: string) => 10n ** BigInt(scaleOf(of))

const check = (name: string, property: fc.IProperty<unknown[]>) =>
  it(name, () => fc.assert(property as fc.IProperty<unknown>, { seed: SEED, numRuns: 2000 }))

describe('an exchange', () => {
  check(
    'makes no money on any way round that ends where it began',
    fc.property(
      market,
      currency,
      fc.array(currency, { minLength: 1, maxLength: 8 }),
      fee,
      amount,
      (prices, start, way, percent, begin) => {
        let [balance, at] = [begin, start]
        for (const to of [...way, start]) {
          if (to === at) continue
          const { receive } = forPaying(terms(prices, at, to, percent), balance)
          if (receive <= 0n) return
          ;[balance, at] = [receive, to]
        }
        expect(balance).toBeLessThanOrEqual(begin)
      },
    ),
  )

  check(
    'gives no more than what is paid is worth, and the fee is no less than it says',
    fc.property(market, currency, currency, fee, amount, (prices, from, to, percent, pay) => {
      fc.pre(from !== to)
      const given = terms(prices, from, to, percent)
      const { receive, fee: charge } = forPaying(given, pay)
      const gross = receive + charge
      expect(gross * given.buy * unit(from)).toBeLessThanOrEqual(pay * given.sell * unit(to))
      expect(charge * 1_000_000n).toBeGreaterThanOrEqual(gross * given.fee)
    }),
  )

  check(
    'brings exactly what was asked for, for a payment that would have brought no less',
    fc.property(market, currency, currency, fee, amount, (prices, from, to, percent, requested) => {
      fc.pre(from !== to)
      const given = terms(prices, from, to, percent)
      const { pay, receive, fee: charge } = forReceiving(given, requested)
      expect(receive).toBe(requested)
      expect(charge * 1_000_000n).toBeGreaterThanOrEqual((receive + charge) * given.fee)
      expect((receive + charge) * given.buy * unit(from)).toBeLessThanOrEqual(pay * given.sell * unit(to))
      expect(forPaying(given, pay).receive).toBeGreaterThanOrEqual(requested)
    }),
  )

  check(
    'has limits of three digits that lie within those in USDT',
    fc.property(market, currency, (prices, of) => {
      const { minimum, maximum } = limitsOf(prices, of, { minimum: asMoney('10'), maximum: asMoney('50000') })
      for (const units of [minimum, maximum]) expect(units.toString().replace(/0+$/, '').length).toBeLessThanOrEqual(3)
      const worth = (units: bigint) =>
        (units * minor(of === 'USDT' || of === 'USD' ? '1' : asMoney(prices.tick(`${of}USDT`).bid), 'USDT')) / unit(of)
      if (maximum > 0n) expect(worth(maximum)).toBeLessThanOrEqual(minor('50000', 'USDT'))
      expect(worth(minimum)).toBeGreaterThanOrEqual(minor('10', 'USDT'))
    }),
  )
})

describe('a rate', () => {
  const prices = {
    tick: (symbol: string): Tick => ({
      seq: 0,
      timeMs: 0,
      bid: asPrice(symbol === 'BTCUSDT' ? '95840.10' : '0.1632'),
      ask: asPrice(symbol === 'BTCUSDT' ? '95840.25' : '0.1634'),
      last: asPrice(symbol === 'BTCUSDT' ? '95840.20' : '0.1633'),
    }),
  }

  it.each([
    ['BTC', 'USDT', '95840.10'],
    ['USDT', 'BTC', '0.000010434029'],
    ['BTC', 'DOGE', '586536.71'],
    ['USD', 'USDT', '1.00'],
  ])('of %s in %s is %s', (from, to, rate) => {
    expect(terms(prices, from, to, asPercent('0.1')).rate).toBe(rate)
  })

  it('is given in any currency', () => {
    expect([
      worthOf(prices, 'BTC', 'USDT'),
      worthOf(prices, 'USD', 'BTC'),
      worthOf({ tick: () => null }, 'BTC', 'USD'),
    ]).toEqual(['95840.17', '0.000010434038', null])
  })

  it('has its mid between bid and ask', () => {
    expect(midPriceOf(prices, 'BTC')).toBe('95840.17')
    expect(midPriceOf({ tick: () => null }, 'BTC')).toBeNull()
    expect(termsOf({ tick: () => null }, 'BTC', 'USDT', asPercent('0.1'))).toBeNull()
  })
})
