import { BollingerBands, EMA, RSI, SMA } from 'trading-signals'
import type { ChartProps } from '../../../generated/widgets/Chart.ts'

export type IndicatorId = NonNullable<ChartProps['indicators']>[number]
/** Where it is drawn: over the candles, or in a separate pane below. */
export type Pane = 'price' | 'macd' | 'rsi'
/** Names of tokens. */
export type CurveColor = 'gold' | 'info' | 'warning' | 'text-faint'

export interface Curve {
  name: string
  color: CurveColor
  dashed?: boolean
  /** Bars from 0 instead of a line. */
  bars?: boolean
}

/** Values of one indicator. `add` takes the next close, `replace` another one in place of the last. */
export interface Indicator {
  id: IndicatorId
  pane: Pane
  curves: readonly Curve[]
  add(close: number): readonly (number | null)[]
  replace(close: number): readonly (number | null)[]
}

interface Average {
  update(value: number, replace: boolean): number | null
}

/** Exponential average that begins with the plain average of its first values, as published tables and other charts have it. */
export function createEma(interval: number): Average {
  const sma = new SMA(interval)
  const ema = new EMA(interval)
  let count = 0
  return {
    update(value, replace) {
      if (!replace || count === 0) count += 1
      if (count > interval) return ema.update(value, replace)
      const seed = sma.update(value, replace)
      return seed === null ? null : ema.update(seed, replace)
    },
  }
}

/** Fast less slow average, its own average, and the distance of the two. */
export function createMacd(
  fast = 12,
  slow = 26,
  signal = 9,
): { update(value: number, replace: boolean): readonly (number | null)[] } {
  const [short, long, smooth] = [createEma(fast), createEma(slow), createEma(signal)]
  return {
    update(value, replace) {
      const [a, b] = [short.update(value, replace), long.update(value, replace)]
      if (a === null || b === null) return [null, null, null]
      const macd = a - b
      const average = smooth.update(macd, replace)
      return [macd, average, average === null ? null : macd - average]
    },
  }
}

const createIndicator = (
  id: IndicatorId,
  pane: Pane,
  curves: Curve[],
  update: (close: number, replace: boolean) => readonly (number | null)[],
): Indicator => ({
  id,
  pane,
  curves,
  add: (close) => update(close, false),
  replace: (close) => update(close, true),
})

const MA: [number, CurveColor][] = [
  [5, 'gold'],
  [10, 'info'],
  [30, 'warning'],
]
const EMAS: [number, CurveColor][] = [
  [12, 'gold'],
  [26, 'info'],
]

export const INDICATORS: Record<IndicatorId, () => Indicator> = {
  ma() {
    const averages = MA.map(([interval]) => new SMA(interval))
    return createIndicator(
      'ma',
      'price',
      MA.map(([interval, color]) => ({ name: `MA${interval}`, color })),
      (close, replace) => averages.map((one) => one.update(close, replace)),
    )
  },
  ema() {
    const averages = EMAS.map(([interval]) => createEma(interval))
    return createIndicator(
      'ema',
      'price',
      EMAS.map(([interval, color]) => ({ name: `EMA${interval}`, color, dashed: true })),
      (close, replace) => averages.map((one) => one.update(close, replace)),
    )
  },
  boll() {
    const bands = new BollingerBands(20, 2)
    const curves: Curve[] = [
      { name: 'BOLL', color: 'warning' },
      { name: 'UB', color: 'text-faint' },
      { name: 'LB', color: 'text-faint' },
    ]
    return createIndicator('boll', 'price', curves, (close, replace) => {
      const band = bands.update(close, replace)
      return band ? [band.middle, band.upper, band.lower] : [null, null, null]
    })
  },
  macd() {
    const macd = createMacd()
    const curves: Curve[] = [
      { name: 'DIF', color: 'gold' },
      { name: 'DEA', color: 'info' },
      { name: 'MACD', color: 'text-faint', bars: true },
    ]
    return createIndicator('macd', 'macd', curves, (close, replace) => macd.update(close, replace))
  },
  rsi() {
    const rsi = new RSI(14)
    return createIndicator('rsi', 'rsi', [{ name: 'RSI14', color: 'gold' }], (close, replace) => [
      rsi.update(close, replace),
    ])
  },
}

/** An indicator with its values over all candles; the last of them follows the price. */
export interface ComputedIndicator extends Indicator {
  values: (number | null)[][]
}

/** Once over all closes. */
export function computeIndicator(id: IndicatorId, closes: readonly number[]): ComputedIndicator {
  const indicator = INDICATORS[id]()
  const values: (number | null)[][] = indicator.curves.map(() => [])
  for (const close of closes) for (const [curve, value] of indicator.add(close).entries()) values[curve]?.push(value)
  return { ...indicator, values }
}

/** Brings the last value up to the last close, and adds the one of a candle that has just begun. */
export function updateIndicator(indicator: ComputedIndicator, closes: readonly number[]): void {
  const index = closes.length - 1
  const close = closes[index]
  if (close === undefined) return
  const computedCount = indicator.values[0]?.length ?? 0
  const values = computedCount === closes.length ? indicator.replace(close) : indicator.add(close)
  for (const [curve, value] of values.entries()) {
    const column = indicator.values[curve]
    if (column) column[index] = value
  }
}
