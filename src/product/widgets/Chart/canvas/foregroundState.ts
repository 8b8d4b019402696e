import type { ChartProps } from '../../../../generated/widgets/Chart.ts'
import type { Quote } from '../../../../generated/entities.ts'
import type { CandleSeries } from '../candles.ts'
import type { ComputedIndicator } from '../indicators/indicators.ts'
import type { ChartStyle } from './style.ts'

/** State of the layer above the candles. */
export interface ForegroundState {
  style: ChartStyle
  series: CandleSeries
  indicators: readonly ComputedIndicator[]
  lines: NonNullable<ChartProps['lines']>
  quote: Quote | null
  /** Where the crosshair is, in pixels of the canvas, and the candle it is at. */
  crosshair: { x: number; y: number; index: number } | null
  /** Unix seconds. */
  now: number
}
