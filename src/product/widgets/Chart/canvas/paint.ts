import type { Columns } from '../candles.ts'
import type { Colors } from './colors.ts'

/** Where things are, in pixels of the canvas. */
export interface PlotArea {
  left: number
  top: number
  width: number
  height: number
  /** Pixels of the canvas for one CSS pixel. */
  ratio: number
  /** Width of a candle with the gap beside it. */
  step: number
  x(index: number): number
}

export type ToY = (value: number) => number

/** Runs with everything outside of the plot cut off. */
export function withClip(
  ctx: CanvasRenderingContext2D,
  { left, top, width, height }: PlotArea,
  draw: () => void,
): void {
  ctx.save()
  ctx.beginPath()
  ctx.rect(left, top, width, height)
  ctx.clip()
  draw()
  ctx.restore()
}

/** Rises and falls one after the other: a change of the colour costs more than a rectangle. */
function inTwoPasses(
  ctx: CanvasRenderingContext2D,
  [up, down]: readonly [string, string],
  isUp: (index: number) => boolean,
  first: number,
  last: number,
  draw: (index: number) => void,
): void {
  for (const pass of [true, false]) {
    ctx.fillStyle = pass ? up : down
    for (let i = first; i <= last; i++) if (isUp(i) === pass) draw(i)
  }
}

/** Whether a candle has not fallen. */
export const isRising = ({ open, close }: Columns, index: number): boolean =>
  (close[index] as number) >= (open[index] as number)

/** Body as wide as leaves a gap, in whole pixels and as odd as the wick in its middle. */
function widths({ step, ratio }: PlotArea): { body: number; wick: number } {
  const wick = Math.max(1, Math.round(ratio * 0.9))
  const body = Math.max(wick, Math.floor(step * 0.74))
  return { wick, body: (body - wick) % 2 === 0 ? body : Math.max(wick, body - 1) }
}

/** Candles, or bars of the four prices: the open to the left, the close to the right. Rectangles, no path: one large path costs the frames that panning needs. */
export function drawPrices(
  ctx: CanvasRenderingContext2D,
  area: PlotArea,
  colors: Colors,
  y: ToY,
  columns: Columns,
  { first, last, asBars }: { first: number; last: number; asBars: boolean },
): void {
  const { body, wick } = widths(area)
  const arm = (body - wick) / 2
  inTwoPasses(
    ctx,
    [colors.up, colors.down],
    (i) => isRising(columns, i),
    first,
    last,
    (i) => {
      const middle = Math.round(area.x(i) - wick / 2)
      const [top, bottom] = [Math.round(y(columns.high[i] as number)), Math.round(y(columns.low[i] as number))]
      const [open, close] = [Math.round(y(columns.open[i] as number)), Math.round(y(columns.close[i] as number))]
      ctx.fillRect(middle, top, wick, Math.max(1, bottom - top))
      if (asBars) {
        ctx.fillRect(middle - arm, open, arm, wick)
        ctx.fillRect(middle + wick, close, arm, wick)
      } else if (body > wick)
        ctx.fillRect(middle - arm, Math.min(open, close), body, Math.max(wick, Math.abs(close - open)))
    },
  )
}

/** Bars from 0. */
export function drawBars(
  ctx: CanvasRenderingContext2D,
  area: PlotArea,
  colors: readonly [string, string],
  y: ToY,
  values: readonly (number | null)[],
  isUp: (index: number) => boolean,
  first: number,
  last: number,
): void {
  const { body } = widths(area)
  const zero = Math.round(y(0))
  inTwoPasses(ctx, colors, isUp, first, last, (i) => {
    const value = values[i]
    if (value === null || value === undefined || value === 0) return
    const end = Math.round(y(value))
    const left = Math.round(area.x(i) - body / 2)
    ctx.fillRect(left, Math.min(zero, end), body, Math.max(1, Math.abs(end - zero)))
  })
}

/** A line along x, or down along y: dashes are rectangles, since a stroke of them costs several times as much. */
function drawDashes(
  draw: (from: number, length: number) => void,
  from: number,
  length: number,
  [on = length, off = 0]: readonly number[],
  ratio: number,
): void {
  const step = Math.max(1, (on + off) * ratio)
  for (let at = 0; at < length; at += step) draw(from + at, Math.min(off === 0 ? length : on * ratio, length - at))
}

const thickness = (ratio: number): number => Math.max(1, Math.round(ratio * 0.75))

/** A line across the plot. */
export function drawHorizontal(
  ctx: CanvasRenderingContext2D,
  { left, width, ratio }: Pick<PlotArea, 'left' | 'width' | 'ratio'>,
  at: number,
  color: string,
  dash: readonly number[] = [],
): void {
  ctx.fillStyle = color
  drawDashes((x, length) => ctx.fillRect(x, Math.round(at), length, thickness(ratio)), left, width, dash, ratio)
}

/** A line from the top of the plot to its bottom. */
export function drawVertical(
  ctx: CanvasRenderingContext2D,
  { top, height, ratio }: Pick<PlotArea, 'top' | 'height' | 'ratio'>,
  at: number,
  color: string,
  dash: readonly number[] = [],
): void {
  ctx.fillStyle = color
  drawDashes((y, length) => ctx.fillRect(Math.round(at), y, thickness(ratio), length), top, height, dash, ratio)
}

/** Space beside the words of a plate, CSS pixels. */
export const TAG_PADDING = 5
/** CSS pixels. */
const TAG_HEIGHT = 18
/** Half of the height of a tag, CSS pixels. */
export const HALF_TAG = TAG_HEIGHT / 2

/** Where the plate of a price begins: with the axis, or before it if the price is wider than the axis. */
export const plateStart = (axis: number, end: number, text: number, ratio: number): number =>
  Math.min(axis, end - text - 2 * TAG_PADDING * ratio)

/** Half of the height of a label of the axis, CSS pixels. */
const HALF_LABEL = 7

/** Hides the labels of the axis that a plate with this middle would cover in part. */
export function hideLabels(
  ctx: CanvasRenderingContext2D,
  labels: readonly number[],
  { left, width, ratio }: PlotArea,
  at: number,
  ground: string,
): void {
  const [axis, half] = [left + width, HALF_LABEL * ratio]
  ctx.fillStyle = ground
  for (const label of labels)
    if (Math.abs(label - at) < half + HALF_TAG * ratio)
      ctx.fillRect(axis + 1, label - half, ctx.canvas.width - axis, 2 * half)
}

/** A price on a plate over the axis. Returns where the plate begins. */
export function drawPriceTag(
  ctx: CanvasRenderingContext2D,
  text: string,
  area: PlotArea,
  at: number,
  fill: string,
  ink: string,
): number {
  const { width: end } = ctx.canvas
  const start = plateStart(area.left + area.width, end, ctx.measureText(text).width, area.ratio)
  drawTag(ctx, text, start, at, area.ratio, fill, ink, end - start)
  return start
}

/** Words on a plate. `at` is its middle; returns how wide it became. */
export function drawTag(
  ctx: CanvasRenderingContext2D,
  text: string,
  x: number,
  at: number,
  ratio: number,
  fill: string,
  ink: string,
  least = 0,
): number {
  const [pad, height] = [TAG_PADDING * ratio, TAG_HEIGHT * ratio]
  const width = Math.max(least, ctx.measureText(text).width + 2 * pad)
  ctx.fillStyle = fill
  ctx.beginPath()
  ctx.roundRect(Math.round(x), Math.round(at - height / 2), Math.round(width), Math.round(height), 3 * ratio)
  ctx.fill()
  ctx.fillStyle = ink
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  ctx.fillText(text, Math.round(x) + pad, Math.round(at) + ratio * 0.5)
  return width
}
