import { div, mul, round, sub } from '../../../../engine/language/values/decimal.ts'
import type { ChartProps } from '../../../../generated/widgets/Chart.ts'
import type { Colors } from './colors.ts'
import type { ForegroundState } from './foregroundState.ts'
import { drawHorizontal, drawPriceTag, drawTag, HALF_TAG, hideLabels, TAG_PADDING, type PlotArea } from './paint.ts'
import { lastPriceAt, priceBottom, priceTop, type Surface } from './surface.ts'

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
  if (kind === 'alert') return { fill: 'text-muted', text: 'bg', stroke: 'text-muted', dash: [1, 3] }
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
const TAG_MARGIN = 2
/** In a lower pane of prices a line has its price only. CSS pixels. */
const LEAST_WORDED_HEIGHT = 150
/** Width of the grip of a line that can be moved, CSS pixels. */
const GRIP = 16

/** The words of a line with its countdown, isolated: they run in the direction of their language. */
function wordsOf({ label, short, until }: Line, now: number): string {
  const words = short ?? label
  return `\u2068${typeof until === 'number' ? `${words} ${formatCountdown(until - now)}` : words}\u2069`
}

/** Where a line that can be moved is taken, in pixels of the canvas. */
export interface Handle {
  line: Line
  left: number
  /** Its middle. */
  y: number
}

/** A label with the number of lines without one, in pixels of the canvas. */
export interface CountTag {
  left: number
  right: number
  /** Its middle. */
  y: number
}

/** The parts of the lines that can be pressed. */
export interface LineTargets {
  handles: readonly Handle[]
  counts: readonly CountTag[]
}
export const NO_TARGETS: LineTargets = { handles: [], counts: [] }

/** The label of a line. */
interface Label {
  line: Line
  /** Where its price is, and where the label is. */
  at: number
  labelAt: number
}

/** How many lines of a side have no label, and where that number is. */
interface Count {
  isAbove: boolean
  number: number
  at: number
}

/** Where labels are: the edges of the scale, the label of the last price, and the least distance of two labels. */
export interface LabelSpace {
  top: number
  bottom: number
  last: number | null
  distance: number
}

/**
 * The labels of lines, from the top, above and below the label of the last price in the order of their prices. A side has a label of each line
 * within the scale and of one beyond its edge; where there are more, or no room, the lines that are nearest to the last price have labels,
 * and a number at the edge counts the others.
 */
export function placeLabels(
  lines: readonly Line[],
  positions: readonly number[],
  { top, bottom, last, distance }: LabelSpace,
): { labels: Label[]; counts: Count[] } {
  const middle = last ?? (top + bottom) / 2
  const clearance = last === null ? distance / 2 : distance
  const labels: Label[] = []
  const counts: Count[] = []
  for (const isAbove of [true, false]) {
    const nearest = lines
      .map((line, index) => ({ line, at: positions[index] ?? 0 }))
      .filter(({ at }) => at < middle === isAbove)
      .toSorted((a, b) => Math.abs(a.at - middle) - Math.abs(b.at - middle))
    let [from, to] = isAbove ? [top + distance / 2, middle - clearance] : [middle + clearance, bottom - distance / 2]
    const room = Math.max(0, Math.floor((to - from) / distance) + 1)
    const within = nearest.filter(({ at }) => at >= top && at <= bottom)
    const isComplete = nearest.length <= room && nearest.length - within.length <= 1
    const shown = isComplete ? nearest : within.slice(0, Math.max(0, room - 1))
    if (!isComplete && room > 0) {
      counts.push({ isAbove, number: nearest.length - shown.length, at: isAbove ? from : to })
      if (isAbove) from += distance
      else to -= distance
    }
    const sorted = shown.toSorted((a, b) => a.at - b.at)
    const labelPositions = separateLabels(
      sorted.map(({ at }) => at),
      distance,
      from,
      to,
    )
    labels.push(...sorted.map((label, index) => ({ ...label, labelAt: labelPositions[index] ?? label.at })))
  }
  return { labels, counts }
}

/** Of tags that stay at their price, those that cover neither one another nor the tag of the last price; the nearest to it come first. */
export function uncoveredTags<Tag extends { at: number }>(
  tags: readonly Tag[],
  last: number,
  minDistance: number,
): Tag[] {
  const shown: Tag[] = []
  for (const tag of tags.toSorted((a, b) => Math.abs(a.at - last) - Math.abs(b.at - last)))
    if ([last, ...shown.map(({ at }) => at)].every((at) => Math.abs(at - tag.at) >= minDistance)) shown.push(tag)
  return shown
}

/**
 * The user's orders and positions: a line each, its price on the axis and its words beside it. A price off the scale is named at the edge;
 * several are counted there.
 */
export function drawLines(
  ctx: CanvasRenderingContext2D,
  surface: Surface,
  { style, lines, now, quote, moving, canMove }: ForegroundState,
  area: PlotArea,
): LineTargets {
  const { colors, format, precision } = style
  const { ratio } = area
  const y = surface.y('price')
  const top = priceTop(surface)
  const bottom = priceBottom(surface)
  const shown = lines
    .filter(({ until }) => typeof until !== 'number' || until >= now)
    .map((line) => (moving?.id === line.id ? { ...line, price: moving.price } : line))
  const linePositions = shown.map(({ price }) => y(Number(price)))
  for (const [index, line] of shown.entries()) {
    const { stroke, dash } = styleOf(line)
    const at = linePositions[index] ?? 0
    if (at >= top && at <= bottom) drawHorizontal(ctx, area, at, colors[stroke], dash)
  }
  const half = HALF_TAG * ratio
  const last = quote ? lastPriceAt(surface, quote) : null
  const axisLabels = surface.labelsAt()
  if (bottom - top < LEAST_WORDED_HEIGHT * ratio) {
    const tags = shown
      .map((line, index) => ({ line, at: linePositions[index] ?? 0 }))
      .filter(({ at }) => at >= top + half && at <= bottom - half)
    for (const { line, at } of uncoveredTags(tags, last ?? bottom + 2 * half, 2 * half)) {
      const { fill, text } = styleOf(line)
      hideLabels(ctx, axisLabels, area, at, colors.ground)
      drawPriceTag(ctx, format.price(line.price, precision), area, at, colors[fill], colors[text])
    }
    return NO_TARGETS
  }

  const { labels, counts } = placeLabels(shown, linePositions, { top, bottom, last, distance: 2 * half })
  for (const { labelAt } of labels) hideLabels(ctx, axisLabels, area, labelAt, colors.ground)
  const handles: Handle[] = []
  for (const { line, at, labelAt } of labels) {
    const { fill, text } = styleOf(line)
    const isMoving = moving?.id === line.id
    const arrow = at < top ? '↑ ' : at > bottom ? '↓ ' : ''
    const away = isMoving && quote ? ` ${format.percent(distanceOf(line.price, quote.last), { signed: true })}` : ''
    let start = drawPriceTag(ctx, format.price(line.price, precision), area, labelAt, colors[fill], colors[text])
    if (canMove && line.movable) {
      start -= GRIP * ratio
      drawGrip(ctx, start, labelAt, ratio, colors[fill], colors[text])
      handles.push({ line, left: start, y: labelAt })
    }
    const words = `${arrow}${wordsOf(line, now)}${away}`
    ctx.font = surface.smallFont
    const width = ctx.measureText(words).width + 2 * TAG_PADDING * ratio
    drawTag(ctx, words, start - TAG_MARGIN * ratio - width, labelAt, ratio, colors[fill], colors[text])
    ctx.font = surface.font
  }
  return {
    handles,
    counts: counts.map(({ isAbove, number, at }) => {
      hideLabels(ctx, axisLabels, area, at, colors.ground)
      const words = `${isAbove ? '↑' : '↓'} ${format.quantity(String(number))}`
      const left = drawPriceTag(ctx, words, area, at, colors['text-muted'], colors.bg)
      return { left, right: ctx.canvas.width, y: at }
    }),
  }
}

/** Per cent from one price to another. */
const distanceOf = (price: Line['price'], from: Line['price']) => round(mul(div(sub(price, from), from, 8), '100'), 2)

/** The plate by which a line is taken. */
function drawGrip(
  ctx: CanvasRenderingContext2D,
  x: number,
  at: number,
  ratio: number,
  fill: string,
  ink: string,
): void {
  ctx.fillStyle = fill
  ctx.beginPath()
  ctx.roundRect(Math.round(x), Math.round(at - HALF_TAG * ratio), GRIP * ratio, 2 * HALF_TAG * ratio, 3 * ratio)
  ctx.fill()
  ctx.fillStyle = ink
  for (const offset of [-3, 0, 3])
    ctx.fillRect(Math.round(x + 4 * ratio), Math.round(at + offset * ratio), 8 * ratio, Math.max(1, Math.round(ratio)))
}
