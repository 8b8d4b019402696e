import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asPrice, compare } from '../../../../engine/language/values/decimal.ts'
import { createManualClock } from '../../../../../tests/support/server/manualClock.ts'
import { createMarket, type Quote, type Tick, type Trigger } from './index.ts'
import { LISTINGS } from './instruments.ts'
import { LONG } from '../../../../../tests/support/long.ts'
import { SEED } from '../../../../../tests/support/seed.ts'

const MONDAY = Date.parse('2026-11-23T09:30:00Z')
const FRIDAY = Date.parse('2026-11-20T21:58:30Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR

const market = createMarket({ clock: createManualClock(MONDAY), seed: SEED })
const check = <T extends unknown[]>(property: fc.IProperty<T>, numRuns: number) =>
  fc.assert(property, { seed: SEED, numRuns, verbose: 1 })
const symbols = fc.constantFrom(...LISTINGS.map(({ symbol }) => symbol))
const moments = fc.integer({ min: MONDAY - 400 * DAY, max: MONDAY + 400 * DAY })

const meets = ({ bid, ask }: Tick, trigger: Trigger) =>
  (
    [
      [bid, trigger.bid],
      [ask, trigger.ask],
    ] as const
  ).some(
    ([price, bounds]) =>
      (bounds?.atLeast !== undefined && compare(price, bounds.atLeast) >= 0) ||
      (bounds?.atMost !== undefined && compare(price, bounds.atMost) <= 0),
  )

function scan(symbol: string, afterMs: number, untilMs: number, trigger: Trigger): Tick | null {
  for (const tick of market.ticks(symbol, afterMs, untilMs)) if (meets(tick, trigger)) return tick
  return null
}

describe(`ticks as a function of time (seed ${SEED})`, () => {
  it.each([
    [undefined, MONDAY],
    [undefined, FRIDAY],
    [10, MONDAY],
    [100, MONDAY],
  ])('are, at the rate %s, the quotes of the live board, bit for bit', async (tickRate, startMs) => {
    const clock = createManualClock(startMs)
    const live = createMarket({ clock, seed: SEED, ...(tickRate !== undefined && { tickRate }) })
    const observed = new Map<string, Quote[]>()
    live.onTick((quote) => observed.set(quote.symbol, [...(observed.get(quote.symbol) ?? []), quote]))
    live.start()
    for (let i = 0; i < (tickRate === 100 ? 60 : 2400); i++) await clock.advance(0.05)
    let count = 0
    for (const symbol of live.symbols) {
      const ticks = [...live.ticks(symbol, startMs, clock.nowMs())].map(({ timeMs, last, bid, ask }) => ({
        time: Math.floor(timeMs / 1000),
        last,
        bid,
        ask,
      }))
      expect(ticks, symbol).toEqual(
        (observed.get(symbol) ?? []).map(({ time, last, bid, ask }) => ({ time, last, bid, ask })),
      )
      const quote = live.quote(symbol)
      expect(live.tickAt(symbol, clock.nowMs())).toMatchObject({ last: quote?.last, bid: quote?.bid, ask: quote?.ask })
      count += ticks.length
    }
    expect(count).toBeGreaterThan(3000)
  })

  it('are ordered, within their interval, each in force until the next', () => {
    check(
      fc.property(symbols, moments, fc.integer({ min: 0, max: 200_000 }), (symbol, after, length) => {
        const ticks = [...market.ticks(symbol, after, after + length)]
        for (const [i, tick] of ticks.entries()) {
          expect(tick.timeMs).toBeGreaterThan(ticks[i - 1]?.timeMs ?? after)
          expect(tick.timeMs).toBeLessThanOrEqual(after + length)
          expect(market.tickAt(symbol, tick.timeMs)).toEqual(tick)
          expect(market.tickAt(symbol, (ticks[i + 1]?.timeMs ?? tick.timeMs + 1) - 1)).toEqual(tick)
          expect(market.isOpen(symbol, tick.timeMs)).toBe(true)
        }
        const last = ticks.at(-1)
        if (last) expect(market.tickAt(symbol, after + length)).toEqual(last)
      }),
      60,
    )
  })

  it('are found by a trigger where a scan finds them', () => {
    let [hits, misses] = [0, 0]
    const bound = fc.option(fc.integer({ min: 1, max: 400 }), { nil: undefined, freq: 2 })
    check(
      fc.property(
        symbols,
        moments,
        fc.integer({ min: 0, max: 3 * HOUR }),
        fc.record({ bidUp: bound, bidDown: bound, askUp: bound, askDown: bound }),
        (symbol, after, length, steps) => {
          const from = market.tickAt(symbol, after) as Tick
          const { precision, price } = LISTINGS.find((listing) => listing.symbol === symbol) ?? {
            precision: 0,
            price: 0,
          }
          const at = (of: string, step: number | undefined) =>
            step === undefined
              ? undefined
              : asPrice(Math.max(0.001, Number(of) + (price / 20_000) * step).toFixed(precision + 1))
          const bounds = (of: string, up: number | undefined, down: number | undefined) => {
            const [atLeast, atMost] = [at(of, up), at(of, down === undefined ? down : -down)]
            return { ...(atLeast !== undefined && { atLeast }), ...(atMost !== undefined && { atMost }) }
          }
          const trigger = {
            bid: bounds(from.bid, steps.bidUp, steps.bidDown),
            ask: bounds(from.ask, steps.askUp, steps.askDown),
          }
          const expected = scan(symbol, after, after + length, trigger)
          expect(market.firstTick(symbol, after, after + length, trigger)).toEqual(expected)
          if (expected) hits++
          else misses++
        },
      ),
      100,
    )
    expect(Math.min(hits, misses)).toBeGreaterThan(20)
  })

  it('are found over a day as by a scan, and over a year', LONG, () => {
    const symbol = 'BTCUSDT'
    const from = market.tickAt(symbol, MONDAY) as Tick
    const all = [...market.ticks(symbol, MONDAY, MONDAY + DAY)]
    for (const percent of [-3, -1.5, 1.5, 3]) {
      const price = asPrice((Number(from.bid) * (1 + percent / 100)).toFixed(2))
      const trigger = percent > 0 ? { bid: { atLeast: price } } : { ask: { atMost: price } }
      expect(market.firstTick(symbol, MONDAY, MONDAY + DAY, trigger)).toEqual(
        all.find((tick) => meets(tick, trigger)) ?? null,
      )
    }
    expect(market.firstTick(symbol, MONDAY, MONDAY + 365 * DAY, { bid: { atLeast: asPrice('10000000') } })).toBeNull()
  })

  it('do not exist in closed or unknown markets', () => {
    const saturday = Date.parse('2026-11-21T12:00:00Z')
    expect([...market.ticks('EURUSD', saturday, saturday + HOUR)]).toEqual([])
    expect(market.firstTick('EURUSD', saturday, saturday + HOUR, { bid: { atLeast: asPrice('0.1') } })).toBeNull()
    expect(market.tickAt('EURUSD', saturday)).toEqual([...market.ticks('EURUSD', FRIDAY, saturday)].at(-1))
    expect([
      [...market.ticks('NOPE', 0, saturday)],
      market.tickAt('NOPE', saturday),
      market.firstTick('NOPE', 0, saturday, {}),
    ]).toEqual([[], null, null])
  })
})

it.each([
  ['EURUSD', '2026-11-21T12:00:00', false, '2026-11-22T22:00:00', '2026-11-27T22:00:00'],
  ['EURUSD', '2026-11-23T09:30:10', true, '2026-11-23T09:30:10', '2026-11-27T22:00:00'],
  ['XAUUSD', '2026-11-22T22:30:00', false, '2026-11-22T23:00:00', '2026-11-23T22:00:00'],
  ['XAUUSD', '2026-11-18T21:59:59', true, '2026-11-18T21:59:59', '2026-11-18T22:00:00'],
  ['BTCUSDT', '2026-11-21T12:00:00', true, '2026-11-21T12:00:00', null],
  ['NOPE', '2026-11-21T12:00:00', false, null, null],
])('%s at %s: open %s, opens %s, closes %s', (symbol, time, open, opens, closes) => {
  const ms = Date.parse(`${time}Z`)
  const moment = (at: string | null) => (at === null ? null : Date.parse(`${at}Z`))
  expect([market.isOpen(symbol, ms), market.nextOpen(symbol, ms), market.nextClose(symbol, ms)]).toEqual([
    open,
    moment(opens),
    moment(closes),
  ])
})
