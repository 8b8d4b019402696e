import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createManualClock } from '../../../../../tests/support/server/manualClock.ts'
import { createMarket } from './index.ts'
import { LISTINGS, type Listing } from './instruments.ts'
import { createPriceProcess, floorTo } from './priceProcess.ts'
import { createSeries, MINUTE } from './series.ts'
import { createTape } from './tape.ts'
import { HOUR, isOpen } from './tradingHours.ts'
import { SEED } from '../../../../../tests/support/seed.ts'

const MONDAY = Date.parse('2026-11-23T09:30:00Z') / 1000
const listings = fc.constantFrom(...LISTINGS)
const times = fc.integer({ min: MONDAY - 9_000 * HOUR, max: MONDAY + 9_000 * HOUR })
const check = <T extends unknown[]>(property: fc.IProperty<T>, numRuns: number) =>
  fc.assert(property, { seed: SEED, numRuns, verbose: 1 })

function tapeOf(listing: Listing) {
  const prices = createPriceProcess(listing, SEED)
  const series = createSeries(listing, prices, listing.pace)
  return { series, tape: createTape(listing, prices, series, SEED, listing.pace) }
}

describe(`the trades of the market (seed ${SEED})`, () => {
  it('depend on seed, symbol and time, not on earlier requests', () => {
    check(
      fc.property(listings, times, times, (listing, time, other) => {
        const [one, two] = [tapeOf(listing), tapeOf(listing)]
        two.tape.until(two.series.slotAt(other * 1000), 20)
        const slot = one.series.slotAt(time * 1000)
        expect(two.tape.until(slot, 20)).toEqual(one.tape.until(slot, 20))
        expect(two.tape.at(slot)).toEqual(one.tape.at(slot))
      }),
      30,
    )
  })

  it('of a minute add up to the volume of its candle, within its high and low', () => {
    check(
      fc.property(listings, times, (listing, time) => {
        const minute = floorTo(time, MINUTE)
        fc.pre(isOpen(listing.hours, minute))
        const { series, tape } = tapeOf(listing)
        const first = (minute / MINUTE) * listing.pace
        const trades = Array.from({ length: listing.pace }, (_, i) => tape.at(first + i)).flat()
        const bar = series.candle(minute, MINUTE, first + listing.pace)
        expect(trades.reduce((sum, { units }) => sum + units, 0)).toBe(bar?.volume)
        for (const { price, units } of trades) {
          expect(units).toBeGreaterThan(0)
          expect(price).toBeGreaterThanOrEqual(bar?.low ?? Number.NaN)
          expect(price).toBeLessThanOrEqual(bar?.high ?? Number.NaN)
        }
        expect(new Set(trades.map(({ id }) => id)).size).toBe(trades.length)
      }),
      60,
    )
  })

  it('of a taker who buys are where the price rose, those of one who sells where it fell', () => {
    const [listing] = LISTINGS.filter(({ symbol }) => symbol === 'BTCUSDT') as [Listing]
    const { series, tape } = tapeOf(listing)
    const first = series.slotAt(MONDAY * 1000)
    const prices = series.minute(MONDAY).prices
    for (let i = 1; i < listing.pace; i++) {
      const move = (prices[i] as number) - (prices[i - 1] as number)
      for (const { side } of tape.at(first + i)) if (move !== 0) expect(side).toBe(move > 0 ? 'buy' : 'sell')
    }
  })

  it('are listed latest first, across closed hours too', () => {
    for (const listing of LISTINGS) {
      const { series, tape } = tapeOf(listing)
      // Monday 00:00 of markets that open on Sunday evening, and Sunday, while they are closed.
      for (const time of ['2026-11-22T12:00:00Z', '2026-11-22T23:00:05Z', '2026-11-23T00:00:01Z']) {
        const trades = tape.until(series.slotAt(Date.parse(time)), 50)
        expect(trades, `${listing.symbol} ${time}`).toHaveLength(50)
        expect(trades.map(({ slot }) => slot)).toEqual(trades.map(({ slot }) => slot).toSorted((a, b) => b - a))
      }
    }
  })

  it('are dealt between bid and ask of their quote', async () => {
    const clock = createManualClock(MONDAY * 1000)
    const market = createMarket({ clock, seed: SEED })
    let count = 0
    market.onTick((quote) => {
      const listing = market.listing(quote.symbol) as Listing
      for (const { price } of market.tradesOf(quote.symbol, quote.seq)) {
        count += 1
        const decimal = price / 10 ** listing.precision
        expect(decimal).toBeGreaterThanOrEqual(Number(quote.bid))
        expect(decimal).toBeLessThanOrEqual(Number(quote.ask))
        expect(decimal).toBeCloseTo(Number(quote.last), 9)
      }
    })
    market.start()
    for (let i = 0; i < 200; i++) await clock.advance(0.1)
    market.stop()
    expect(count).toBeGreaterThan(300)
  })
})
