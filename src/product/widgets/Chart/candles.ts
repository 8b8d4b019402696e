import type { Price, Quantity, UnixSeconds } from '../../../engine/language/values/units.ts'
import { asUnixSeconds } from '../../../engine/language/values/time.ts'
import { asPrice, asQuantity, compare, sub, add, sign } from '../../../engine/language/values/decimal.ts'
import type { ChartProps } from '../../../generated/widgets/Chart.ts'
import type { Quote } from '../../../generated/entities.ts'

export type Interval = ChartProps['interval']
export type Candle = ChartProps['candles'][number]

const DAY = 86_400
/** Seconds of a candle. */
export const INTERVAL_SECONDS: Record<Interval, number> = {
  '1s': 1,
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '30m': 1800,
  '1h': 3600,
  '4h': 14_400,
  '1d': DAY,
  '1w': 7 * DAY,
}
/** Weeks begin on a Monday; the epoch was a Thursday. */
const MONDAY = 4 * DAY
const ZERO = asQuantity('0')

/** Start of the candle in which a time lies, Unix seconds. */
export const candleStart = (time: number, span: number): UnixSeconds =>
  asUnixSeconds(Math.floor((time - MONDAY) / span) * span + MONDAY)

/** A price of the axis as it is stored: with the digits of the market, above 0. */
export const toPrice = (value: number, precision: number): Price =>
  asPrice(Math.max(10 ** -precision, Number.isFinite(value) ? value : 0).toFixed(precision))

/** Binary numbers of the candles, for drawing only; texts are formatted from the decimals. */
export interface Columns {
  open: number[]
  high: number[]
  low: number[]
  close: number[]
  volume: number[]
}

export type SeriesChange = 'none' | 'last' | 'next'

/** The candles of one symbol, the last of which follows the quotes. */
export interface CandleSeries {
  readonly rows: readonly Candle[]
  readonly columns: Columns
  /**
   * Sets the candles from a reply of the server. Returns by how many positions the earlier candles have moved to the
   * right; null if the reply contains none of them.
   */
  setCandles(rows: readonly Candle[]): number | null
  /** Takes a quote into the last candle, or begins the next one. */
  tick(quote: Quote): SeriesChange
}

/** Creates a series without candles. A quote received earlier than the candles is applied when they are set. */
export function createCandleSeries(interval: Interval): CandleSeries {
  const span = INTERVAL_SECONDS[interval]
  let rows: Candle[] = []
  let last: Quote | null = null
  const columns: Columns = { open: [], high: [], low: [], close: [], volume: [] }

  function setRow(index: number, row: Candle): void {
    rows[index] = row
    columns.open[index] = Number(row.open)
    columns.high[index] = Number(row.high)
    columns.low[index] = Number(row.low)
    columns.close[index] = Number(row.close)
    columns.volume[index] = Number(row.volume)
  }

  /** Volume traded since the previous quote: the volume of a quote is that of its day, which restarts at 0. */
  function volumeSince(before: Quote | null, current: Quote): Quantity {
    if (!before) return ZERO
    const traded = sub(current.volume, before.volume)
    return sign(traded) < 0 ? ZERO : traded
  }

  function applyQuote(quote: Quote, volume: Quantity): SeriesChange {
    const row = rows.at(-1)
    if (!row) return 'none'
    const start = candleStart(quote.time, span)
    if (start < row.time) return 'none'
    const { last: close } = quote
    if (start > row.time) {
      setRow(rows.length, { time: start, open: close, high: close, low: close, close, volume })
      return 'next'
    }
    if (close === row.close && sign(volume) === 0) return 'none'
    const high = compare(close, row.high) > 0 ? close : row.high
    const low = compare(close, row.low) < 0 ? close : row.low
    setRow(rows.length - 1, { time: row.time, open: row.open, high, low, close, volume: add(row.volume, volume) })
    return 'last'
  }

  return {
    get rows() {
      return rows
    },
    columns,
    setCandles(next) {
      const previous = rows
      rows = []
      for (const column of Object.values(columns) as number[][]) column.length = 0
      for (const [index, row] of next.entries()) setRow(index, row)
      if (last) applyQuote(last, ZERO)
      const indexByTime = new Map(rows.map(({ time }, index) => [time, index]))
      const lastShared = previous.findLastIndex(({ time }) => indexByTime.has(time))
      const same = previous[lastShared]
      return same === undefined ? null : (indexByTime.get(same.time) ?? 0) - lastShared
    },
    tick(quote) {
      if (last && quote.seq === last.seq && quote.time === last.time) return 'none'
      const traded = volumeSince(last, quote)
      last = quote
      return applyQuote(quote, traded)
    },
  }
}
