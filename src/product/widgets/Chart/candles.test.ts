import { describe, expect, it } from 'vitest'
import type { Literal } from '../../../engine/language/values/units.ts'
import { branded } from '../../../engine/language/values/branded.ts'
import { asPrice } from '../../../engine/language/values/decimal.ts'
import type { Quote } from '../../../generated/entities.ts'
import { createCandleSeries, candleStart, INTERVAL_SECONDS, type Candle } from './candles.ts'

const T = 1_795_000_020 - (1_795_000_020 % 60)
const candle = (time: number, close: Literal = '100'): Candle =>
  branded<Candle>({ time, open: '100', high: '101', low: '99', close, volume: '5' })
let seq = 0
const quote = (time: number, last: Literal, volume: Literal): Quote =>
  branded<Quote>({
    symbol: 'A',
    last,
    bid: last,
    ask: last,
    open: '1',
    high: '1',
    low: '1',
    change: '0',
    changePercent: '0',
    volume,
    time,
    seq: ++seq,
  })

describe('the candle series', () => {
  it('follows quotes in the last candle: close, new extremes, what was traded since', () => {
    const series = createCandleSeries('1m')
    series.setCandles([candle(T - 60), candle(T)])
    expect(series.tick(quote(T + 1, '100.5', '1000'))).toBe('last')
    expect(series.tick(quote(T + 2, '102.25', '1000.5'))).toBe('last')
    expect(series.tick(quote(T + 3, '98', '1001'))).toBe('last')
    expect(series.rows.at(-1)).toEqual({ time: T, open: '100', high: '102.25', low: '98', close: '98', volume: '6' })
    expect([series.columns.high.at(-1), series.columns.close.at(-1), series.columns.volume.at(-1)]).toEqual([
      102.25, 98, 6,
    ])
  })
  it('begins the next candle with the first quote of its time', () => {
    const series = createCandleSeries('1m')
    series.setCandles([candle(T)])
    series.tick(quote(T + 59, '100.5', '10'))
    expect(series.tick(quote(T + 61, '103', '12'))).toBe('next')
    expect(series.rows.at(-1)).toEqual({
      time: T + 60,
      open: '103',
      high: '103',
      low: '103',
      close: '103',
      volume: '2',
    })
  })
  it('compares decimals, not texts, and takes a new day’s volume for a new beginning', () => {
    const series = createCandleSeries('1m')
    series.setCandles([{ ...candle(T), high: asPrice('9.9'), low: asPrice('9.5') }])
    series.tick(quote(T + 1, '10.1', '1000'))
    series.tick(quote(T + 2, '10.0', '3'))
    expect(series.rows[0]).toMatchObject({ high: '10.1', low: '9.5', volume: '5' })
  })
  it('ignores an old or repeated quote', () => {
    const series = createCandleSeries('1m')
    series.setCandles([candle(T)])
    expect(series.tick(quote(T - 1, '200', '1'))).toBe('none')
    const repeated = quote(T + 1, '100.5', '2')
    expect([series.tick(repeated), series.tick(repeated)]).toEqual(['last', 'none'])
  })
  it('returns the number of prepended candles, and keeps later quotes', () => {
    const series = createCandleSeries('1m')
    expect(series.setCandles([candle(T)])).toBeNull()
    series.tick(quote(T + 1, '105', '1'))
    expect(series.setCandles([candle(T - 120), candle(T - 60), candle(T)])).toBe(2)
    expect(series.rows.at(-1)?.close).toBe('105')
    expect(series.setCandles([candle(T - 60), candle(T), candle(T + 60)])).toBe(-1)
    expect(series.setCandles([candle(T + 600)])).toBeNull()
  })
  it('knows where candles begin: weeks on a Monday', () => {
    expect(new Date(candleStart(1_795_000_000, INTERVAL_SECONDS['1w']) * 1000).getUTCDay()).toBe(1)
    expect(candleStart(T + 59, INTERVAL_SECONDS['1m'])).toBe(T)
  })
})
