import type { Formatter } from '../../../../engine/language/values/formatter.ts'
import type { Interval } from '../candles.ts'
import type { Colors } from './colors.ts'

/** Static settings of the drawing; any change recreates the surface. */
export interface ChartStyle {
  interval: Interval
  kind: 'candles' | 'line'
  precision: number
  format: Formatter
  colors: Colors
  /** The word for volume. */
  volume: string
}
