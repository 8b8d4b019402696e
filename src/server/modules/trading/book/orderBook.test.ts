import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asPrice, asQuantity, isMultiple } from '../../../../engine/language/values/decimal.ts'
import { createManualClock } from '../../../../../tests/support/server/manualClock.ts'
import { DEFAULT_CONFIG } from '../../../config.ts'
import { createMarket } from '../market/index.ts'
import { LISTINGS } from '../market/instruments.ts'
import { rulesOf } from '../spot/terms.ts'
import { currentBook } from './liveBooks.ts'
import { bookOf, changesOf, levelsOf, unitsOf, type BookSide } from './orderBook.ts'
import { SEED } from '../../../../../tests/support/seed.ts'

const MONDAY = Date.parse('2026-11-23T09:30:00Z')
const units = unitsOf({ precision: 2 }, '0.005')
const depth = {
  bids: [
    { price: 1000, steps: 2 },
    { price: 998, steps: 1 },
    { price: 990, steps: 3 },
  ],
  asks: [
    { price: 1002, steps: 1 },
    { price: 1010, steps: 4 },
  ],
}
const order = (side: 'bid' | 'ask', price: string, quantity: string) => ({
  side,
  price: asPrice(price),
  quantity: asQuantity(quantity),
})
const text = (side: BookSide) => levelsOf(side, units).map(({ price, quantity }) => `${price} ${quantity}`)

describe('an order book', () => {
  it('has the depth of the market in decimals', () => {
    const { bids, asks } = bookOf(depth, [], units)
    expect(text(bids)).toEqual(['10.00 0.010', '9.98 0.005', '9.90 0.015'])
    expect(text(asks)).toEqual(['10.02 0.005', '10.10 0.020'])
  })

  it('adds resting orders to the level of their price, or as a level of their own', () => {
    const { bids, asks } = bookOf(
      depth,
      [
        order('bid', '9.98', '1'),
        order('bid', '9.95', '0.5'),
        order('bid', '9.95', '0.25'),
        order('ask', '10.02', '2'),
      ],
      units,
    )
    expect(text(bids)).toEqual(['10.00 0.010', '9.98 1.005', '9.95 0.750', '9.90 0.015'])
    expect(text(asks)).toEqual(['10.02 2.005', '10.10 0.020'])
  })

  it.each([
    ['between bid and ask', order('bid', '10.01', '1')],
    ['beyond the last level', order('bid', '9.89', '1')],
    ['of the other side', order('ask', '9.98', '1')],
    ['below the smallest unit', order('bid', '9.98', '0.0001')],
  ])('leaves out an order %s', (_, order) => {
    expect(text(bookOf(depth, [order], units).bids)).toEqual(text(bookOf(depth, [], units).bids))
  })

  it('has as many levels as without resting orders', () => {
    const levels = Array.from({ length: 50 }, (_, i) => ({ price: 1000 - 2 * i, steps: 1 }))
    const { bids } = bookOf({ bids: levels, asks: [] }, [order('bid', '9.99', '1')], units)
    expect([bids.size, [...bids.keys()].at(-1)]).toEqual([50, 904])
  })

  it('differs from another one by its changes, and by nothing else', () => {
    const side = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 5 })), {
      selector: ([price]) => price,
      maxLength: 12,
    })
    fc.assert(
      fc.property(side, side, (one, two) => {
        const [before, after] = [new Map(one), new Map(two)]
        const applied = new Map(levelsOf(before, units).map(({ price, quantity }) => [price, quantity]))
        const changes = changesOf(before, after, units)
        for (const { price, quantity } of changes)
          if (Number(quantity) === 0) expect(applied.delete(price)).toBe(true)
          else applied.set(price, quantity)
        expect(applied).toEqual(new Map(levelsOf(after, units).map(({ price, quantity }) => [price, quantity])))
        expect(changesOf(after, after, units)).toEqual([])
      }),
      { seed: SEED, numRuns: 200 },
    )
  })

  it('has bid and ask of the quote at every tick, prices and quantities on their steps', async () => {
    const clock = createManualClock(MONDAY)
    const market = createMarket({ clock, seed: SEED })
    const context = { market, clock, operator: DEFAULT_CONFIG }
    let ticks = 0
    market.onTick(({ symbol, bid, ask, seq }) => {
      const current = currentBook(context, symbol, [])
      if (!current) throw new Error(symbol)
      ticks += 1
      const [bids, asks] = [current.book.bids, current.book.asks].map((side) => levelsOf(side, current.units))
      expect([bids?.[0]?.price, asks?.[0]?.price], `${symbol} ${seq}`).toEqual([bid, ask])
      if (ticks % 50 !== 0) return
      const { step } = rulesOf(context, symbol)
      const { precision } = LISTINGS.find((listing) => listing.symbol === symbol) ?? { precision: 0 }
      for (const { price, quantity } of [...(bids ?? []), ...(asks ?? [])]) {
        expect(isMultiple(quantity, asQuantity(step)), `${symbol} ${quantity}`).toBe(true)
        expect(price.split('.')[1]?.length ?? 0).toBe(precision)
      }
    })
    market.start()
    for (let i = 0; i < 100; i++) await clock.advance(0.1)
    market.stop()
    expect(ticks).toBeGreaterThan(300)
  })
})
