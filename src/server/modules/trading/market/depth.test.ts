import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDepth, DEPTH_LEVELS, type MarketDepth } from './depth.ts'
import { LISTINGS } from './instruments.ts'
import { askOf, bidOf } from './ticks.ts'
import { SEED } from '../../../../../tests/support/seed.ts'

const check = <T extends unknown[]>(property: fc.IProperty<T>, numRuns: number) =>
  fc.assert(property, { seed: SEED, numRuns, verbose: 1 })
const listings = fc.constantFrom(...LISTINGS)
const slots = fc.integer({ min: 1_700_000_000, max: 18_000_000_000 })
/** A last price around that of the listing. */
const drift = fc.double({ min: 0.4, max: 2.5, noNaN: true })

const lastOf = (listing: (typeof LISTINGS)[number], factor: number): number =>
  Math.max(listing.spread * 4, Math.round(listing.price * 10 ** listing.precision * factor))
const sides = ({ bids, asks }: MarketDepth) => [bids.map(({ price }) => -price), asks.map(({ price }) => price)]

describe(`the depth of the market (seed ${SEED})`, () => {
  it('depends on seed, symbol and tick, not on earlier requests', () => {
    check(
      fc.property(listings, slots, slots, drift, (listing, slot, other, factor) => {
        const last = lastOf(listing, factor)
        const [one, two] = [createDepth(listing, SEED, 120), createDepth(listing, SEED, 120)]
        two.levels(other, last + 7, 1)
        expect(two.levels(slot, last, 0.01)).toEqual(one.levels(slot, last, 0.01))
      }),
      40,
    )
    const [listing] = LISTINGS as [(typeof LISTINGS)[number]]
    const of = (seed: number) => createDepth(listing, seed, 120).levels(1_000, 116_243, 1)
    expect(of(1)).not.toEqual(of(2))
  })

  it('begins at bid and ask, and each side is strictly ordered, with whole positive lot steps', () => {
    check(
      fc.property(listings, slots, drift, (listing, slot, factor) => {
        const last = lastOf(listing, factor)
        const depth = createDepth(listing, SEED, listing.pace).levels(slot, last, 0.01)
        expect(depth.bids[0]?.price).toBe(bidOf(last, listing.spread))
        expect(depth.asks[0]?.price).toBe(askOf(last, listing.spread))
        for (const prices of sides(depth)) {
          expect(prices).toHaveLength(DEPTH_LEVELS)
          expect(prices).toEqual([...new Set(prices)].toSorted((a, b) => a - b))
        }
        for (const { price, steps } of [...depth.bids, ...depth.asks]) {
          expect(price).toBeGreaterThan(0)
          expect(steps).toBeGreaterThan(0)
          expect(Number.isInteger(price) && Number.isSafeInteger(steps)).toBe(true)
        }
      }),
      120,
    )
  })

  it('has no level at or below a price of 0', () => {
    const [listing] = LISTINGS as [(typeof LISTINGS)[number]]
    const { bids } = createDepth(listing, SEED, 120).levels(5, 20, 1)
    expect(bids.length).toBeLessThan(DEPTH_LEVELS)
    expect(Math.min(...bids.map(({ price }) => price))).toBeGreaterThan(0)
  })

  it('keeps most levels from one tick to the next while the price rests', () => {
    for (const listing of LISTINGS) {
      const depth = createDepth(listing, SEED, listing.pace)
      const last = lastOf(listing, 1)
      const [before, after] = [depth.levels(9_000, last, 0.01), depth.levels(9_001, last, 0.01)]
      const text = ({ price, steps }: { price: number; steps: number }) => `${price} ${steps}`
      const kept = new Set([...before.bids, ...before.asks].map(text))
      const same = [...after.bids, ...after.asks].filter((level) => kept.has(text(level)))
      expect(same.length, listing.symbol).toBeGreaterThan(70)
      expect(same.length, listing.symbol).toBeLessThan(100)
    }
  })
})
