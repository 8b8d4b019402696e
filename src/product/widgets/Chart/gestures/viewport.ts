import { isScale } from '../../../../engine/widgets/lib/share.ts'

/** Visible range, in candles: the one at position i covers i − 0.5 to i + 0.5. */
export interface View {
  from: number
  to: number
}

/** Fewest and most candles on screen. */
export const MIN_CANDLES = 12
export const MAX_CANDLES = 600
/** Part of the width that stays free right of the last candle. */
const RIGHT_MARGIN = 0.08
/** Part of the width that the oldest and the last candle can be pulled away from their edge. */
const OVERSCROLL = 0.5

const spanOf = ({ from, to }: View): number => to - from

/** The last candles; with the free part of the width beside them it is `span` candles wide. */
export function latest(count: number, span: number): View {
  const to = count - 0.5 + span * RIGHT_MARGIN
  return { from: to - span, to }
}

/** Whether the last candle is on screen: then new ones push the others on. */
export const isLatest = (view: View, count: number): boolean => view.to >= count - 0.5

function clampView(start: number, span: number, count: number): View {
  const from = Math.max(-0.5 - span * OVERSCROLL, Math.min(start, count - 0.5 - span * (1 - OVERSCROLL)))
  return { from, to: from + span }
}

/** Moves by so many candles; to older ones for a number below 0. The same view for what is no finite number. */
export const pan = (view: View, candles: number, count: number): View =>
  Number.isFinite(candles) ? clampView(view.from + candles, spanOf(view), count) : view

/** `factor` above 1 shows fewer candles, larger; `at` (0 left edge, 1 right) is the fixed point. The same view for a factor that is no finite number above 0. */
export function zoom(view: View, factor: number, at: number, count: number): View {
  if (!isScale(factor) || !Number.isFinite(at)) return view
  const oldSpan = spanOf(view)
  const span = Math.min(MAX_CANDLES, Math.max(MIN_CANDLES, oldSpan / factor))
  const from = view.from + (oldSpan - span) * at
  return clampView(from, span, count)
}

/** First and last candle of which something is on screen; first above last when there is none. */
export const visible = ({ from, to }: View, count: number): [first: number, last: number] => [
  Math.max(0, Math.ceil(from - 0.5)),
  Math.min(count - 1, Math.floor(to + 0.5)),
]
