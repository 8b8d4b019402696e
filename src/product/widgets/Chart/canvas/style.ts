import type { Formatter } from '../../../../engine/language/values/formatter.ts'
import type { ChartProps } from '../../../../generated/widgets/Chart.ts'
import type { Interval } from '../candles.ts'
import type { Colors } from './colors.ts'

/** Static settings of the drawing; any change recreates the surface. */
export interface ChartStyle {
  interval: Interval
  kind: NonNullable<ChartProps['kind']>
  /** Equal distances on the price axis are equal ratios. */
  logarithmic: boolean
  precision: number
  format: Formatter
  colors: Colors
  words: { volume: string }
}
