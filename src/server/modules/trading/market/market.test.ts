import { describe, expect, it } from 'vitest'
import { isDecimal, sub } from '../../../../engine/language/values/decimal.ts'
import { createManualClock } from '../../../../../tests/support/server/manualClock.ts'
import { createMarket, INTERVALS, type Interval, type Market, type Quote } from './index.ts'

const SATURDAY = Date.parse('2026-11-21T12:00:00Z')
const MONDAY = Date.parse('2026-11-23T09:30:00Z')
const SEED = 42

function run(startMs = MONDAY, tickRate?: number) {
  const clock = createManualClock(startMs)
  const market = createMarket({ clock, seed: SEED, ...(tickRate !== undefined && { tickRate }) })
  const ticks: Quote[] = []
  market.onTick((quote) => ticks.push(quote))
  market.start()
  const of = (symbol: string) => ticks.filter((quote) => quote.symbol === symbol)
  return { clock, market, ticks, of }
}

const rowsOf = (market: Market, ...question: Parameters<Market['candles']>) =>
  market.candles(...question)?.candles ?? []

describe('the market', () => {
  it('lists the symbols of the product with valid prices', () => {
    const { market } = run()
    const count = (kind: 'forex' | 'metal' | 'crypto') => market.instruments(kind).length
    expect(count('forex')).toBeGreaterThanOrEqual(8)
    expect(count('metal')).toBeGreaterThanOrEqual(4)
    expect(count('crypto')).toBeGreaterThanOrEqual(12)
    for (const { symbol, base, currency, precision, quote, spark } of market.instruments()) {
      expect(symbol).toBe(base + currency)
      for (const field of ['last', 'bid', 'ask', 'open', 'high', 'low', 'change', 'changePercent', 'volume'] as const) {
        expect(isDecimal(quote[field]), `${symbol} ${field} ${quote[field]}`).toBe(true)
      }
      expect(quote.last.split('.')[1]).toHaveLength(precision)
      expect(Number(quote.bid)).toBeLessThanOrEqual(Number(quote.last))
      expect(Number(quote.ask)).toBeGreaterThan(Number(quote.bid))
      expect(Number(quote.low)).toBeLessThanOrEqual(Number(quote.last))
      expect(Number(quote.high)).toBeGreaterThanOrEqual(Number(quote.last))
      expect(Number(quote.ask) / Number(quote.bid)).toBeLessThan(1.002)
      expect(Number(sub(quote.last, quote.open))).toBe(Number(quote.change))
      expect(Math.abs(Number(quote.changePercent))).toBeLessThan(40)
      expect(spark.length).toBeLessThanOrEqual(24)
      expect(spark[0]).toBe(quote.open)
      expect(spark.at(-1)).toBe(quote.last)
    }
    expect(market.quote('NOPE')).toBeNull()
    expect(market.candles('NOPE', '1m')).toBeNull()
    expect(market.dayLine('NOPE')).toBeNull()
  })

  it('has the same prices at each read without listeners, and no steps', async () => {
    const { market: followed, clock: steady } = run()
    const clock = createManualClock(MONDAY)
    let steps = 0
    const market = createMarket({
      clock: {
        ...clock,
        every: (ms, job) =>
          clock.every(ms, () => {
            steps += 1
            return job()
          }),
      },
      seed: SEED,
    })
    market.start()
    const readings = (of: Market): unknown[] => [
      of.quote('BTCUSDT'),
      of.candles('EURUSD', '1m', { limit: 3 }),
      of.dayLine('XAUUSD')?.points.at(-1),
      of.depth('ETHUSDT', 0.001),
      of.trades('SOLUSDT', 5),
      of.instruments(),
    ]
    for (const seconds of [0.5, 3, 70, 0.05]) {
      await clock.advance(seconds)
      for (let passed = 0; passed < seconds; passed += 0.05) await steady.advance(Math.min(0.05, seconds - passed))
      expect(readings(market)).toEqual(readings(followed))
    }
    expect(steps).toBe(0)
    await clock.advance(0.5)
    const heard: Quote[] = []
    const stop = market.onTick((quote) => heard.push(quote))
    expect(heard).toEqual([])
    await clock.advance(1)
    expect(steps).toBe(1)
    expect(heard.length).toBeGreaterThan(0)
    stop()
    await clock.advance(1)
    expect(steps).toBe(1)
  })

  it('ticks each symbol one to five times a second, with consecutive numbers, in order of time', async () => {
    const { clock, market, of } = run()
    const before = new Map(market.instruments().map(({ quote }) => [quote.symbol, quote.seq]))
    for (let i = 0; i < 600; i++) await clock.advance(0.05)
    for (const symbol of market.symbols) {
      const ticks = of(symbol)
      expect(ticks.length / 30).toBeGreaterThanOrEqual(1)
      expect(ticks.length / 30).toBeLessThanOrEqual(5)
      expect(ticks.map(({ seq }) => seq)).toEqual(ticks.map((_, i) => (before.get(symbol) ?? 0) + 1 + i))
      expect(ticks.map(({ time }) => time)).toEqual(ticks.map(({ time }) => time).toSorted((a, b) => a - b))
      expect(ticks.at(-1)).toEqual(market.quote(symbol))
    }
  })

  it('pauses out of trading hours, while crypto moves', async () => {
    const { clock, market, of } = run(SATURDAY)
    const open = (symbol: string) => market.instruments().find((row) => row.symbol === symbol)?.open
    const friday = market.quote('EURUSD')
    expect(friday?.time).toBe(Date.parse('2026-11-20T21:59:59Z') / 1000)
    expect(market.dayLine('EURUSD')?.points).toHaveLength(1440)
    for (let i = 0; i < 40; i++) await clock.advance(0.5)
    expect([open('EURUSD'), open('XAUUSD'), open('BTCUSDT')]).toEqual([false, false, true])
    expect(of('EURUSD')).toEqual([])
    expect(market.quote('EURUSD')).toEqual(friday)
    expect(of('BTCUSDT')).toHaveLength(100)
    expect(new Set(of('BTCUSDT').map(({ last }) => last)).size).toBeGreaterThan(50)
    await clock.advance(36 * 3600)
    await clock.advance(1)
    expect([open('EURUSD'), of('EURUSD').length > 0]).toEqual([true, true])
  })

  it('closes every candle at the last quote, at any time, identically after a restart', async () => {
    const { clock, market } = run()
    for (const seconds of [0.3, 7.7, 61, 3600.4, 52 * 3600]) {
      await clock.advance(seconds)
      const other = createMarket({ clock, seed: SEED })
      for (const symbol of ['BTCUSDT', 'EURUSD', 'XAUUSD', 'XLMUSDT']) {
        const quote = market.quote(symbol)
        expect(other.quote(symbol)).toEqual({ ...quote, seq: other.quote(symbol)?.seq })
        expect(other.quote(symbol)?.seq).toBeGreaterThanOrEqual((quote?.seq ?? 0) - 300)
        for (const interval of Object.keys(INTERVALS) as Interval[]) {
          const rows = rowsOf(market, symbol, interval, { limit: 20 })
          expect(rows.at(-1)?.close, `${symbol} ${interval}`).toBe(quote?.last)
          expect(rowsOf(other, symbol, interval, { limit: 20 })).toEqual(rows)
          expect(rows).toHaveLength(20)
        }
        expect(market.dayLine(symbol)?.points.at(-1)).toEqual({ time: quote?.time, price: quote?.last })
      }
    }
  })

  it.each([
    ['ETHUSDT', '2026-11-23T00:00:00Z'],
    ['USDJPY', '2026-11-22T22:00:00Z'],
    ['XAUUSD', '2026-11-22T23:00:00Z'],
  ])('measures %s over the trading day that began at %s', async (symbol, began) => {
    const { clock, market } = run()
    await clock.advance(1234.5)
    const quote = market.quote(symbol) as Quote
    const start = Date.parse(began) / 1000
    const later = rowsOf(market, symbol, '1m', { limit: 500 })
    const rows = [...rowsOf(market, symbol, '1m', { limit: 400, before: later[0]?.time ?? 0 }), ...later].filter(
      ({ time }) => time >= start,
    )
    expect(rows[0]?.time).toBe(start)
    expect(quote.open).toBe(rows[0]?.open)
    expect(Number(quote.high)).toBe(Math.max(...rows.map(({ high }) => Number(high))))
    expect(Number(quote.low)).toBe(Math.min(...rows.map(({ low }) => Number(low))))
    expect(Number(quote.volume)).toBeCloseTo(
      rows.reduce((sum, { volume }) => sum + Number(volume), 0),
      3,
    )
    const line = market.dayLine(symbol)
    expect(line?.open).toBe(quote.open)
    expect(line?.points.slice(0, -1)).toEqual(rows.slice(0, -1).map(({ time, open }) => ({ time, price: open })))
  })

  it('returns older candles without overlap or gap', () => {
    const { market } = run()
    const recent = rowsOf(market, 'XAUUSD', '15m', { limit: 60 })
    const older = rowsOf(market, 'XAUUSD', '15m', { limit: 60, before: recent[0]?.time ?? 0 })
    expect([...older, ...recent]).toEqual(rowsOf(market, 'XAUUSD', '15m', { limit: 120 }))
    expect(rowsOf(market, 'XAUUSD', '1w', { limit: 500 }).length).toBeLessThan(500)
  })

  it('has a candle for each second with a tick, and older ones without overlap or gap', async () => {
    const { clock, market } = run()
    await clock.advance(200.5)
    const [minute] = rowsOf(market, 'BTCUSDT', '1m', { limit: 2 })
    const seconds = rowsOf(market, 'BTCUSDT', '1s', { limit: 400 }).filter(
      ({ time }) => Math.floor(time / 60) * 60 === minute?.time,
    )
    expect(seconds.length).toBeGreaterThan(30)
    expect(new Set(seconds.map(({ time }) => time)).size).toBe(seconds.length)
    expect([seconds[0]?.open, seconds.at(-1)?.close]).toEqual([minute?.open, minute?.close])
    expect(Math.max(...seconds.map(({ high }) => Number(high)))).toBe(Number(minute?.high))
    expect(seconds.reduce((sum, { volume }) => sum + Number(volume), 0)).toBeCloseTo(Number(minute?.volume), 6)
    const recent = rowsOf(market, 'BTCUSDT', '1s', { limit: 50 })
    const older = rowsOf(market, 'BTCUSDT', '1s', { limit: 50, before: recent[0]?.time ?? 0 })
    expect([...older, ...recent]).toEqual(rowsOf(market, 'BTCUSDT', '1s', { limit: 100 }))
  })

  it('emits one tick per jump in time', async () => {
    const { clock, of } = run()
    await clock.advance(86_400)
    expect(of('BTCUSDT')).toHaveLength(1)
    expect(of('BTCUSDT')[0]?.time).toBe(MONDAY / 1000 + 86_400)
  })

  it('ticks at another rate on demand, with the same candles', async () => {
    const { clock, market, of } = run(MONDAY, 50)
    for (let i = 0; i < 40; i++) await clock.advance(0.05)
    expect(of('TRXUSDT')).toHaveLength(100)
    const usual = createMarket({ clock, seed: SEED })
    expect(market.candles('TRXUSDT', '1m', { limit: 9, before: clock.now() - 60 })).toEqual(
      usual.candles('TRXUSDT', '1m', { limit: 9, before: clock.now() - 60 }),
    )
    const still = run(MONDAY, 0)
    await still.clock.advance(60)
    expect(still.ticks).toEqual([])
  })

  it('builds its list once per tick', async () => {
    const { clock, market } = run()
    const list = market.instruments('crypto')
    expect(market.instruments('crypto')).toBe(list)
    await clock.advance(1)
    expect(market.instruments('crypto')).not.toBe(list)
  })
})
