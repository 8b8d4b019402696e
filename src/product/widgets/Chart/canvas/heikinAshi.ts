import type { Columns } from '../candles.ts'

/** Open, high, low and close of averaged candles; the volume is that of the candles. */
export interface AveragedCandles {
  /** The averaged candles of these. All are computed again if the candles before the last two have changed. */
  update(columns: Columns): Columns
}

/** Heikin-Ashi: the close is the mean of a candle's four prices, the open the middle of the body before. */
export function createHeikinAshi(): AveragedCandles {
  const averaged: Columns = { open: [], high: [], low: [], close: [], volume: [] }
  let first: number | undefined
  return {
    update({ open, high, low, close, volume }) {
      const count = close.length
      const isSame = first === open[0] && averaged.close.length <= count && averaged.close.length + 1 >= count
      for (let i = isSame ? Math.max(0, averaged.close.length - 1) : 0; i < count; i++) {
        const [o, h, l, c] = [open[i], high[i], low[i], close[i]] as [number, number, number, number]
        const begin = i === 0 ? (o + c) / 2 : ((averaged.open[i - 1] as number) + (averaged.close[i - 1] as number)) / 2
        const end = (o + h + l + c) / 4
        averaged.open[i] = begin
        averaged.close[i] = end
        averaged.high[i] = Math.max(h, begin, end)
        averaged.low[i] = Math.min(l, begin, end)
      }
      for (const name of ['open', 'high', 'low', 'close'] as const) averaged[name].length = count
      averaged.volume = volume
      first = open[0]
      return averaged
    },
  }
}
