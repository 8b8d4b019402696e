import type { ChartProps } from '../../../../generated/widgets/Chart.ts'
import type { Colors } from './colors.ts'
import type { ForegroundState } from './foregroundState.ts'
import { drawHorizontal, drawPriceTag, drawTag, TAG_PADDING, type PlotArea } from './paint.ts'
import type { Surface } from './surface.ts'

export type Line = NonNullable<ChartProps['lines']>[number]

interface LineStyle {
  fill: keyof Colors
  text: keyof Colors
  stroke: keyof Colors
  dash: readonly number[]
}

const UP: LineStyle = { fill: 'up-fill', text: 'on-up', stroke: 'up', dash: [] }
const DOWN: LineStyle = { fill: 'down-fill', text: 'on-down', stroke: 'down', dash: [] }
const DASH = [5, 4]

function styleOf({ kind, side }: Line): LineStyle {
  if (kind === 'position') return side === 'short' ? DOWN : UP
  if (kind === 'takeProfit') return { ...UP, dash: DASH }
  if (kind === 'stopLoss') return { ...DOWN, dash: DASH }
  if (kind === 'liquidation') return { fill: 'warning-fill', text: 'on-warning', stroke: 'warning', dash: [2, 3] }
  if (kind === 'entry') return { fill: 'info-fill', text: 'on-info', stroke: 'info', dash: [] }
  return { fill: 'gold-fill', text: 'on-gold', stroke: 'gold', dash: DASH }
}

/** Seconds as m:ss, from an hour on h:mm:ss. */
export function formatCountdown(seconds: number): string {
  const remaining = Math.max(0, Math.ceil(seconds))
  const twoDigits = (n: number) => String(n).padStart(2, '0')
  const [hours, minutes] = [Math.floor(remaining / 3600), Math.floor(remaining / 60) % 60]
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(remaining % 60)}`
    : `${minutes}:${twoDigits(remaining % 60)}`
}

/** Middles of labels, pushed apart where they would cover one another; those that fit stay where they are. */
export function separateLabels(
  positions: readonly number[],
  minDistance: number,
  top: number,
  bottom: number,
): number[] {
  const order = positions
    .map((at, index) => ({ at: Math.min(bottom, Math.max(top, at)), index }))
    .toSorted((a, b) => a.at - b.at)
  for (const [i, name] of order.entries())
    name.at = Math.max(name.at, (order[i - 1]?.at ?? Number.NEGATIVE_INFINITY) + minDistance)
  for (const [i, name] of order.toReversed().entries())
    name.at = Math.min(name.at, i === 0 ? bottom : (order[order.length - i]?.at ?? bottom) - minDistance)
  const separated: number[] = []
  for (const { at, index } of order) separated[index] = at
  return separated
}

/** Space between the words of a line and its price, CSS pixels. */
const TAG_MARGIN = 4

/** The words of a line with its countdown. */
const wordsOf = ({ label, until }: Line, now: number): string =>
  typeof until === 'number' ? `${label} ${formatCountdown(until - now)}` : label

/**
 * Returns the width that the words of these lines need beside the axis, CSS pixels; 0 without lines. `overhang` is the part of a price
 * that does not fit into the axis.
 */
export function labelsWidth(
  lines: readonly Line[],
  now: number,
  measure: (text: string) => number,
  overhang: (price: Line['price']) => number = () => 0,
): number {
  const widths = lines.map(
    (line) => measure(`↑ ${wordsOf(line, now)}`) + 2 * (TAG_MARGIN + TAG_PADDING) + overhang(line.price),
  )
  return Math.max(0, ...widths)
}

/** Of orders beyond an edge of the scale, so many are named: the nearest. */
const MOST_BEYOND = 2

interface Label {
  line: Line
  at: number
  /** Orders further away that have no label. */
  more: number
}

/** The lines that have a label, from the top: all within the scale and all positions, of the orders beyond an edge only the nearest. */
export function labelsOf(lines: readonly Line[], positions: readonly number[], top: number, bottom: number): Label[] {
  const all = lines.map((line, index): Label => ({ line, at: positions[index] ?? 0, more: 0 }))
  const isOrderBeyond = ({ line, at }: Label) => line.kind === 'order' && (at < top || at > bottom)
  const nearest = (orders: readonly Label[]): Label[] =>
    orders
      .slice(0, MOST_BEYOND)
      .map((order, index) => (index === MOST_BEYOND - 1 ? { ...order, more: orders.length - MOST_BEYOND } : order))
  const beyond = all.filter(isOrderBeyond)
  return [
    ...all.filter((label) => !isOrderBeyond(label)),
    ...nearest(beyond.filter(({ at }) => at < top).toSorted((a, b) => b.at - a.at)),
    ...nearest(beyond.filter(({ at }) => at > bottom).toSorted((a, b) => a.at - b.at)),
  ].toSorted((a, b) => a.at - b.at)
}

/**
 * The user's orders and positions: a line each, its price on the axis, and words beside it where no candle is.
 * A price off the scale is named at the edge.
 */
export function drawLines(
  ctx: CanvasRenderingContext2D,
  surface: Surface,
  { style, lines, now, series }: ForegroundState,
  area: PlotArea,
): void {
  const { colors, format, precision } = style
  const { ratio } = area
  const y = surface.y('price')
  const [band] = surface.bands
  const top = area.top + (band?.content ?? 0) * area.height
  const bottom = area.top + (band?.bottom ?? 1) * area.height
  const shown = lines.filter(({ until }) => typeof until !== 'number' || until >= now)
  const linePositions = shown.map(({ price }) => y(Number(price)))
  const labels = labelsOf(shown, linePositions, top, bottom)
  const labelPositions = separateLabels(
    labels.map(({ at }) => at),
    18 * ratio,
    top + 9 * ratio,
    bottom - 9 * ratio,
  )
  for (const [index, line] of shown.entries()) {
    const { stroke, dash } = styleOf(line)
    const at = linePositions[index] ?? 0
    if (at >= top && at <= bottom) drawHorizontal(ctx, area, at, colors[stroke], dash)
  }
  const lastCandle = area.x(series.rows.length - 1) + area.step / 2
  for (const [index, { line, at, more }] of labels.entries()) {
    const { fill, text } = styleOf(line)
    const labelAt = labelPositions[index] ?? 0
    const arrow = at < top ? '↑ ' : at > bottom ? '↓ ' : ''
    const words = `${arrow}${wordsOf(line, now)}${more > 0 ? ` +${format.quantity(String(more))}` : ''}`
    const start = drawPriceTag(ctx, format.price(line.price, precision), area, labelAt, colors[fill], colors[text])
    const x = start - TAG_MARGIN * ratio - ctx.measureText(words).width - 2 * TAG_PADDING * ratio
    if (lastCandle < x) drawTag(ctx, words, x, labelAt, ratio, colors[fill], colors[text])
  }
}
