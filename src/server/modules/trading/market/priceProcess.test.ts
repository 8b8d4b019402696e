import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LISTINGS, REFERENCE, type Listing } from './instruments.ts'
import { createPriceProcess, floorTo, BUCKET_SECONDS } from './priceProcess.ts'
import type { Bar } from './bucket.ts'
import { LISTED_SINCE, createSeries, mergeBars } from './series.ts'
import { activityOf, DAY, HOUR, isOpen, lastOpen, WEEK } from './tradingHours.ts'
import { apportion } from './bridge.ts'
import { LONG } from '../../../../../tests/support/long.ts'
import { SEED } from '../../../../../tests/support/seed.ts'

const listings = fc.constantFrom(...LISTINGS)
const times = fc.integer({ min: LISTED_SINCE, max: REFERENCE + 500 * DAY })
const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const check = <T extends unknown[]>(property: fc.IProperty<T>, numRuns = 100) =>
  fc.assert(property, { seed: SEED, numRuns, verbose: 1 })
const bar = ({ open, high, low, close, volume }: Bar): Bar => ({ open, high, low, close, volume })
const find = (symbol: string) => LISTINGS.find((listing) => listing.symbol === symbol) as Listing

const at = (text: string) => Date.parse(`${text}Z`) / 1000
const deviation = (values: number[]) => Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0) / values.length)

describe(`the path of a price (seed ${SEED})`, () => {
  it('depends on seed, symbol and time, not on earlier requests', () => {
    check(
      fc.property(listings, seeds, times, fc.array(times, { maxLength: 5 }), (listing, seed, time, others) => {
        const [one, other] = [createPriceProcess(listing, seed), createPriceProcess(listing, seed)]
        for (const at of others) other.bucket(7, floorTo(at, 60))
        const minute = floorTo(time, 60)
        expect(other.bucket(7, minute)).toEqual(one.bucket(7, minute))
        expect(other.ticks(minute, 60)).toEqual(one.ticks(minute, 60))
      }),
    )
    const [one, other] = [1, 2].map((seed) =>
      createPriceProcess(find('BTCUSDT'), seed).ticks(REFERENCE + 12 * HOUR, 60),
    )
    expect(one).not.toEqual(other)
  })

  it('is, at each level, exactly the sum of its parts', () => {
    check(
      fc.property(
        listings,
        seeds,
        times,
        fc.integer({ min: 0, max: BUCKET_SECONDS.length - 2 }),
        (listing, seed, time, level) => {
          const path = createPriceProcess(listing, seed)
          const [span, part] = [BUCKET_SECONDS[level] as number, BUCKET_SECONDS[level + 1] as number]
          const start = floorTo(time, span)
          const parent = path.bucket(level, start)
          const parts = Array.from({ length: span / part }, (_, i) => path.bucket(level + 1, start + i * part)).filter(
            (block) => block !== null,
          )
          if (!parent) {
            expect(parts).toEqual([])
            return
          }
          for (const [i, next] of parts.slice(1).entries()) expect(next.open).toBe(parts[i]?.close)
          expect(parts.reduce<Bar | null>(mergeBars, null)).toEqual(bar(parent))
        },
      ),
      400,
    )
  })

  it('matches the minute candle with its ticks', () => {
    check(
      fc.property(listings, seeds, times, fc.constantFrom(60, 100, 240, 300, 6000), (listing, seed, time, pace) => {
        const path = createPriceProcess(listing, seed)
        const minute = floorTo(time, 60)
        const block = path.bucket(7, minute)
        const ticks = path.ticks(minute, pace)
        if (!block) {
          expect(ticks).toEqual([])
          return
        }
        expect(ticks).toHaveLength(pace)
        expect([ticks[0], Math.max(...ticks), Math.min(...ticks), ticks.at(-1)]).toEqual([
          block.open,
          block.high,
          block.low,
          block.close,
        ])
      }),
      300,
    )
  })

  it('aggregates ticks to complete and current candles', () => {
    const listing = find('EURUSD')
    const pace = 60
    const path = createPriceProcess(listing, SEED)
    const series = createSeries(listing, path, pace)
    check(
      fc.property(
        fc.integer({ min: REFERENCE, max: REFERENCE + WEEK }),
        fc.constantFrom(300, 1800, HOUR, 4 * HOUR),
        (time, span) => {
          const slot = series.slotAt(time * 1000)
          const start = floorTo(series.minuteOf(slot), span)
          let merged: Bar | null = null
          for (let minute = start; minute <= series.minuteOf(slot); minute += 60) {
            const ticks = series.minute(minute)
            const known = minute === series.minuteOf(slot) ? ticks.prices.slice(0, (slot % pace) + 1) : ticks.prices
            for (const [i, price] of known.entries()) {
              merged = mergeBars(merged, {
                open: price,
                high: price,
                low: price,
                close: price,
                volume: ticks.volume(i) - (i > 0 ? ticks.volume(i - 1) : 0),
              })
            }
          }
          expect(series.candle(start, span, slot)).toEqual(merged)
        },
      ),
    )
  })

  it('stays above zero and moves by about its volatility over four years', LONG, () => {
    for (const listing of LISTINGS) {
      const path = createPriceProcess(listing, SEED)
      const weeks: number[] = []
      const days: number[] = []
      for (let time = LISTED_SINCE; time < REFERENCE + 52 * WEEK; time += WEEK) {
        const week = path.bucket(0, time) as Bar
        expect(week.low, listing.symbol).toBeGreaterThan(0)
        weeks.push(Math.log(week.close / week.open))
        for (let day = time; day < time + WEEK; day += DAY) {
          const block = path.bucket(1, day)
          if (!block) continue
          expect(Math.min(block.open, block.close)).toBeGreaterThanOrEqual(block.low)
          expect(Math.max(block.open, block.close)).toBeLessThanOrEqual(block.high)
          days.push(Math.log(block.close / block.open))
        }
      }
      expect(deviation(weeks) / listing.volatility, listing.symbol).toBeGreaterThan(0.8)
      expect(deviation(weeks) / listing.volatility, listing.symbol).toBeLessThan(1.25)
      const perDay = listing.volatility / Math.sqrt(days.length / weeks.length)
      expect(deviation(days) / perDay, listing.symbol).toBeGreaterThan(0.7)
      expect(deviation(days) / perDay, listing.symbol).toBeLessThan(1.3)
    }
  })

  it('moves within a minute about as much as the minute itself', () => {
    const path = createPriceProcess(find('BTCUSDT'), SEED)
    let [steps, minutes] = [0, 0]
    for (let minute = REFERENCE; minute < REFERENCE + DAY; minute += 600) {
      const ticks = path.ticks(minute, 300)
      for (const [i, price] of ticks.slice(1).entries()) steps += (price - (ticks[i] as number)) ** 2
      minutes += (path.bucket(7, minute)?.sigma ?? 0) ** 2
    }
    expect(Math.sqrt(steps / minutes)).toBeGreaterThan(0.6)
    expect(Math.sqrt(steps / minutes)).toBeLessThan(1.7)
  })

  it('has the listed price in its reference week, to a tick', () => {
    for (const listing of LISTINGS) {
      const week = createPriceProcess(listing, SEED).bucket(0, REFERENCE)
      expect(week?.open).toBe(Math.round(listing.price * 10 ** listing.precision))
    }
  })
})

describe('trading hours', () => {
  it.each([
    ['forex', '2026-11-20T21:59:59', true],
    ['forex', '2026-11-20T22:00:00', false],
    ['forex', '2026-11-21T12:00:00', false],
    ['forex', '2026-11-22T21:59:59', false],
    ['forex', '2026-11-22T22:00:00', true],
    ['forex', '2026-11-18T22:30:00', true],
    ['metal', '2026-11-18T22:30:00', false],
    ['metal', '2026-11-18T23:00:00', true],
    ['metal', '2026-11-22T22:30:00', false],
    ['metal', '2026-11-22T23:00:00', true],
    ['always', '2026-11-21T12:00:00', true],
  ] as const)('%s at %s: %s', (session, time, open) => {
    expect(isOpen(session, at(time))).toBe(open)
    expect(activityOf(session, at(time) - (at(time) % 60), 60) > 0).toBe(open)
  })

  it('end at the close', () => {
    expect(lastOpen('forex', at('2026-11-22T15:20:00'))).toBe(at('2026-11-20T22:00:00'))
    expect(lastOpen('metal', at('2026-11-18T22:30:00'))).toBe(at('2026-11-18T22:00:00'))
    expect(lastOpen('always', 77)).toBe(77)
  })

  it('omit closed periods from the candles', () => {
    const listing = find('EURUSD')
    const series = createSeries(listing, createPriceProcess(listing, SEED), 60)
    const slot = series.slotAt(at('2026-11-22T23:00:30') * 1000)
    const starts = series.candles(HOUR, slot, 4).map(([start]) => start)
    expect(starts).toEqual(
      [at('2026-11-20T21:00:00'), at('2026-11-22T22:00:00'), at('2026-11-22T23:00:00')].toSpliced(
        0,
        0,
        at('2026-11-20T20:00:00'),
      ),
    )
    expect(series.candles(60, slot, 500)).toHaveLength(500)
    expect(series.candles(60, slot, 10, LISTED_SINCE + 181).map(([start]) => start)).toEqual(
      [0, 60, 120, 180].map((s) => LISTED_SINCE + s),
    )
  })
})

it('splits integers without a remainder', () => {
  check(
    fc.property(
      fc.integer({ min: 0, max: 1e12 }),
      fc.array(fc.double({ min: 0.01, max: 10, noNaN: true }), { minLength: 1, maxLength: 10 }),
      (total, weights) => {
        const parts = apportion(total, weights)
        expect(parts.reduce((a, b) => a + b, 0)).toBe(total)
        expect(parts.every((part) => part >= 0 && Number.isInteger(part))).toBe(true)
      },
    ),
  )
})
