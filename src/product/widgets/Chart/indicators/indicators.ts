import { BollingerBands, EMA, RSI, SMA } from 'trading-signals'
import type { ChartProps } from '../../../../generated/widgets/Chart.ts'

export type IndicatorId = NonNullable<ChartProps['indicators']>[number]
/** Where it is drawn: over the candles, or in a separate pane below. */
export type Pane = 'price' | 'macd' | 'rsi'
/** Settings of a curve that the user chose: its period in candles and its colour. */
export type CurveSetting = NonNullable<ChartProps['curves']>[number]
/** Names of tokens. */
export type CurveColor = CurveSetting['color'] | 'text-faint'

export interface Curve {
  name: string
  color: CurveColor
  dashed?: boolean
  /** Bars from 0 instead of a line. */
  bars?: boolean
}

/** Values of one indicator. `add` appends a close, `replace` replaces the last one. */
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

/** In force where the user has chosen nothing; the periods are those of published tables. */
const DEFAULT_CURVES: Record<CurveSetting['id'], Pick<CurveSetting, 'period' | 'color'>> = {
  ma1: { period: 5, color: 'gold' },
  ma2: { period: 10, color: 'info' },
  ma3: { period: 30, color: 'warning' },
  ema1: { period: 12, color: 'curve-teal' },
  ema2: { period: 26, color: 'curve-pink' },
  boll: { period: 20, color: 'curve-violet' },
  macd1: { period: 12, color: 'gold' },
  macd2: { period: 26, color: 'gold' },
  macd3: { period: 9, color: 'info' },
  rsi: { period: 14, color: 'gold' },
}

type ChosenCurves = (id: CurveSetting['id']) => Pick<CurveSetting, 'period' | 'color'>

/** Curves that are the averages of the closes, named after their periods. */
function averages(id: 'ma' | 'ema', chosen: readonly ReturnType<ChosenCurves>[], dashed: boolean): Indicator {
  const curves = chosen.map(({ period, color }) => ({ name: `${id.toUpperCase()}${period}`, color, dashed }))
  const sources: Average[] = chosen.map(({ period }) => (id === 'ma' ? new SMA(period) : createEma(period)))
  return createIndicator(id, 'price', curves, (close, replace) =>
    sources.map((source) => source.update(close, replace)),
  )
}

export const INDICATORS: Record<IndicatorId, (curve: ChosenCurves) => Indicator> = {
  ma: (curve) => averages('ma', [curve('ma1'), curve('ma2'), curve('ma3')], false),
  ema: (curve) => averages('ema', [curve('ema1'), curve('ema2')], true),
  boll(curve) {
    const { period, color } = curve('boll')
    const bands = new BollingerBands(period, 2)
    const curves: Curve[] = [
      { name: `BOLL${period}`, color },
      { name: 'UB', color, dashed: true },
      { name: 'LB', color, dashed: true },
    ]
    return createIndicator('boll', 'price', curves, (close, replace) => {
      const band = bands.update(close, replace)
      return band ? [band.middle, band.upper, band.lower] : [null, null, null]
    })
  },
  macd(curve) {
    const [fast, slow, signal] = [curve('macd1'), curve('macd2'), curve('macd3')]
    const macd = createMacd(fast.period, slow.period, signal.period)
    const curves: Curve[] = [
      { name: `DIF${fast.period},${slow.period}`, color: fast.color },
      { name: `DEA${signal.period}`, color: signal.color },
      { name: 'MACD', color: 'text-faint', bars: true },
    ]
    return createIndicator('macd', 'macd', curves, (close, replace) => macd.update(close, replace))
  },
  rsi(curve) {
    const { period, color } = curve('rsi')
    const rsi = new RSI(period)
    return createIndicator('rsi', 'rsi', [{ name: `RSI${period}`, color }], (close, replace) => [
      rsi.update(close, replace),
    ])
  },
}

/** An indicator with its values over all candles; the last of them follows the price. */
export interface ComputedIndicator extends Indicator {
  values: (number | null)[][]
}

/** Once over all closes; curves without a setting have the published periods. */
export function computeIndicator(
  id: IndicatorId,
  closes: readonly number[],
  settings: readonly CurveSetting[] = [],
): ComputedIndicator {
  const indicator = INDICATORS[id]((curve) => settings.find((setting) => setting.id === curve) ?? DEFAULT_CURVES[curve])
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
