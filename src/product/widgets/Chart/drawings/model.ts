import type { UnixSeconds } from '../../../../engine/language/values/units.ts'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { ChartProps } from '../../../../generated/widgets/Chart.ts'

export type Drawing = NonNullable<ChartProps['drawings']>[number]
export type DrawingKind = Drawing['kind']
export type Anchor = Drawing['points'][number]

/** Most drawings of a market. */
export const MOST = 40

/** How many anchors a kind of drawing has. */
export const anchorsOf = (kind: DrawingKind): number => (kind === 'horizontal' || kind === 'text' ? 1 : 2)

/** Levels between the anchors of a Fibonacci retracement: 0 is at the second anchor, 1 at the first. */
export const FIBONACCI_LEVELS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const

/** The price of a level of a retracement. */
export const levelPrice = (first: number, second: number, level: number): number => second + (first - second) * level

/** Positions of times on the axis of candles: whole numbers are candles. */
export interface TimeAxis {
  indexOf(time: number): number
  timeAt(index: number): UnixSeconds
}

/**
 * Returns the axis of these starts of candles, oldest first. Between two starts it is linear, so that a time within a candle of another
 * length has a place too; before the first and after the last start each candle lasts `span` seconds.
 */
export function createTimeAxis(times: readonly number[], span: number): TimeAxis {
  const last = times.length - 1
  const at = (index: number): number => times[index] ?? 0

  /** Position of the last start that is not after `time`. */
  function startBefore(time: number): number {
    let [low, high] = [0, last]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (at(middle) <= time) low = middle
      else high = middle - 1
    }
    return low
  }

  return {
    indexOf(time) {
      if (last < 0 || time < at(0)) return (time - at(0)) / span
      if (time >= at(last)) return last + (time - at(last)) / span
      const index = startBefore(time)
      return index + (time - at(index)) / (at(index + 1) - at(index))
    },
    timeAt(index) {
      if (last < 0 || index < 0) return asUnixSeconds(Math.max(0, Math.round(at(0) + index * span)))
      if (index >= last) return asUnixSeconds(Math.round(at(last) + (index - last) * span))
      const start = Math.floor(index)
      return asUnixSeconds(Math.round(at(start) + (index - start) * (at(start + 1) - at(start))))
    },
  }
}

/** The id of the next drawing of a market. */
export const nextId = (drawings: readonly Drawing[]): string =>
  String(1 + Math.max(0, ...drawings.map(({ id }) => Number(id)).filter(Number.isSafeInteger)))
