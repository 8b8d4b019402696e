import type { Price } from '../../../../engine/language/values/units.ts'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import { asQuantity } from '../../../../engine/language/values/decimal.ts'
import type { Candle, Point } from '../../../../generated/entities.ts'
import type { SymbolTicker } from './ticker.ts'
import type { Bar } from './bucket.ts'
import { MINUTE } from './series.ts'
import { DAY, tradingDayOf, HOUR, WEEK } from './tradingHours.ts'
import { formatUnits, formatPrice } from './formatUnits.ts'

export const INTERVALS = {
  '1s': 1,
  '1m': MINUTE,
  '5m': 300,
  '15m': 900,
  '30m': 1800,
  '1h': HOUR,
  '4h': 4 * HOUR,
  '1d': DAY,
  '1w': WEEK,
} as const
export type Interval = keyof typeof INTERVALS

export type { Candle }

export interface DayLine {
  precision: number
  open: Price
  points: Point[]
}

/** Chart data of one symbol. A tick changes only the current candle; closed ones are cached. */
export interface Chart {
  /** Oldest first; without `before` the last candle is the current one. */
  candles(interval: Interval, limit: number, before?: number): Candle[]
  dayLine(): DayLine
  /** Prices of the trading day, oldest first: its open, some closes, the last price. So its rise is the change of the quote. */
  spark(): Price[]
}

/** Points of a sparkline at most. */
const SPARK_POINTS = 24

/** Creates the chart of a symbol; it follows the ticker. */
export function createChart(ticker: SymbolTicker): Chart {
  const { listing, series } = ticker
  const { precision, volumePrecision } = listing
  const closed = new Map<Interval, { until: number; limit: number; candles: Candle[] }>()
  let line: { minute: number; points: DayLine['points'] } | null = null

  const toCandle = ([time, bar]: [number, Bar]): Candle => ({
    time: asUnixSeconds(time),
    open: formatPrice(bar.open, precision),
    high: formatPrice(bar.high, precision),
    low: formatPrice(bar.low, precision),
    close: formatPrice(bar.close, precision),
    volume: asQuantity(formatUnits(bar.volume, volumePrecision)),
  })

  function candles(interval: Interval, limit: number, before?: number): Candle[] {
    const span = INTERVALS[interval]
    const { slot } = ticker
    if (before !== undefined && before <= series.minuteOf(slot))
      return series.candles(span, slot, limit, before).map(toCandle)
    const last = series.candles(span, slot, 1)
    const until = last[0]?.[0] ?? 0
    let cached = closed.get(interval)
    if (cached?.until !== until || cached.limit < limit) {
      cached = { until, limit, candles: series.candles(span, slot, limit - 1, until).map(toCandle) }
      closed.set(interval, cached)
    }
    return [...cached.candles.slice(Math.max(0, cached.candles.length - limit + 1)), ...last.map(toCandle)]
  }

  return {
    candles,
    dayLine() {
      const { slot, quote } = ticker
      const minute = series.minuteOf(slot)
      if (line?.minute !== minute) {
        const start = tradingDayOf(listing.hours, minute)
        const bars = series.candles(MINUTE, slot, (minute - start) / MINUTE, minute).filter(([time]) => time >= start)
        line = {
          minute,
          points: bars.map(([time, bar]) => ({ time: asUnixSeconds(time), price: formatPrice(bar.open, precision) })),
        }
      }
      return { precision, open: quote.open, points: [...line.points, { time: quote.time, price: quote.last }] }
    },
    spark() {
      const { slot, quote } = ticker
      const start = tradingDayOf(listing.hours, series.minuteOf(slot))
      const count = Math.ceil((series.minuteOf(slot) - start) / INTERVALS['15m']) + 1
      const closes = candles('15m', count)
        .filter(({ time }) => time >= start)
        .map(({ close }) => close)
        .slice(0, -1)
      const every = Math.max(1, Math.ceil(closes.length / (SPARK_POINTS - 2)))
      return [quote.open, ...closes.filter((_, index) => index % every === every - 1), quote.last]
    },
  }
}
