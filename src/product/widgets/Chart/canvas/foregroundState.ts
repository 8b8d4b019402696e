import type { Price } from '../../../../engine/language/values/units.ts'
import type { ChartProps } from '../../../../generated/widgets/Chart.ts'
import type { Quote } from '../../../../generated/entities.ts'
import type { CandleSeries } from '../candles.ts'
import type { ComputedIndicator } from '../indicators/indicators.ts'
import type { Layer } from './layer.ts'
import type { ChartStyle } from './style.ts'

/** State of the layer above the candles. */
export interface ForegroundState {
  style: ChartStyle
  series: CandleSeries
  indicators: readonly ComputedIndicator[]
  lines: NonNullable<ChartProps['lines']>
  quote: Quote | null
  /** A line under the finger, or dropped until its change is answered. */
  moving: { id: string; price: Price } | null
  /** Lines can be moved. */
  canMove: boolean
  layer: Layer | null
  /** Where the crosshair is, in pixels of the canvas, and the candle it is at. */
  crosshair: { x: number; y: number; index: number } | null
  /** Unix seconds. */
  now: number
}
