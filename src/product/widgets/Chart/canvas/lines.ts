import { div, mul, round, sub } from '../../../../engine/language/values/decimal.ts'
import type { ChartProps } from '../../../../generated/widgets/Chart.ts'
import type { Columns } from '../candles.ts'
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
const TAG_MARGIN = 4
/** In a lower pane of prices a line has its price only. CSS pixels. */
const LEAST_WORDED_HEIGHT = 150
/** Width of the grip of a line that can be moved, CSS pixels. */
const GRIP = 16

/** The words of a line with its countdown, isolated: they run in the direction of their language. */
const wordsOf = ({ label, until }: Line, now: number): string =>
  `\u2068${typeof until === 'number' ? `${label} ${formatCountdown(until - now)}` : label}\u2069`

/** Whether no candle is in a rectangle of the canvas. */
export function isFree(
  { high, low }: Pick<Columns, 'high' | 'low'>,
  { x, step }: Pick<PlotArea, 'x' | 'step'>,
  y: (price: number) => number,
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
): boolean {
  const first = Math.max(0, Math.ceil((left - x(0)) / step - 0.5))
  const last = Math.min(high.length - 1, Math.floor((right - x(0)) / step + 0.5))
  for (let index = first; index <= last; index += 1)
    if (y(high[index] as number) <= bottom && y(low[index] as number) >= top) return false
  return true
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

/** Lines whose words are always shown: above older candles where no room is free. */
const NAMED: ReadonlySet<Line['kind']> = new Set(['position', 'entry'])

/** Of lines beyond an edge of the scale, so many are named: the nearest. */
const MOST_BEYOND = 2

/** The label of a line. */
interface Label {
  line: Line
  /** Where its price is, and where the label is. */
  at: number
  labelAt: number
  /** Lines of its side without a label. */
  more: number
}

/** Where labels are: the edges of the scale, the label of the last price, and the least distance of two labels. */
export interface LabelSpace {
  top: number
  bottom: number
  last: number | null
  distance: number
}

/**
 * The labels of lines, from the top: those within the scale and the nearest beyond each edge. Above and below the label of the last price,
 * those that are nearest to it have the room, so that all labels are in the order of their prices.
 */
export function placeLabels(
  lines: readonly Line[],
  positions: readonly number[],
  { top, bottom, last, distance }: LabelSpace,
): Label[] {
  const all = lines.map((line, index) => ({ line, at: positions[index] ?? 0 }))
  const [first, end] = [top + distance / 2, bottom - distance / 2]
  const middle = last ?? top
  function placed(side: typeof all, from: number, to: number): Label[] {
    const room = Math.max(0, Math.floor((to - from) / distance) + 1)
    const nearest = side.toSorted((a, b) => Math.abs(a.at - middle) - Math.abs(b.at - middle))
    const within = nearest.filter(({ at }) => at >= top && at <= bottom).slice(0, room)
    const beyond = nearest.filter(({ at }) => at < top || at > bottom)
    const named = beyond.slice(0, Math.min(MOST_BEYOND, room - within.length))
    const furthest = named.at(-1) ?? within.at(-1)
    const shown = [...within, ...named].toSorted((a, b) => a.at - b.at)
    const labelPositions = separateLabels(
      shown.map(({ at }) => at),
      distance,
      from,
      to,
    )
    return shown.map((label, index) => ({
      ...label,
      labelAt: labelPositions[index] ?? label.at,
      more: label === furthest ? side.length - shown.length : 0,
    }))
  }
  if (last === null) return placed(all, first, end)
  return [
    ...placed(
      all.filter(({ at }) => at < last),
      first,
      last - distance,
    ),
    ...placed(
      all.filter(({ at }) => at >= last),
      last + distance,
      end,
    ),
  ]
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
 * The user's orders and positions: a line each and its price on the axis. Its words are beside the axis or at the left edge, where they cover
 * no candle, else only a position and a number of further lines have them. A price off the scale is named at the edge.
 */
export function drawLines(
  ctx: CanvasRenderingContext2D,
  surface: Surface,
  { style, lines, now, quote, moving, canMove, sides }: ForegroundState,
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

  const labels = placeLabels(shown, linePositions, { top, bottom, last, distance: 2 * half })
  for (const { labelAt } of labels) hideLabels(ctx, axisLabels, area, labelAt, colors.ground)
  const prices = surface.prices()
  const [handles, counts]: [Handle[], CountTag[]] = [[], []]
  for (const { line, at, labelAt, more } of labels) {
    const { fill, text } = styleOf(line)
    const isMoving = moving?.id === line.id
    const arrow = at < top ? '↑ ' : at > bottom ? '↓ ' : ''
    const away = isMoving && quote ? ` ${format.percent(distanceOf(line.price, quote.last), { signed: true })}` : ''
    const words = `${arrow}${wordsOf(line, now)}${away}${more > 0 ? ` +${format.quantity(String(more))}` : ''}`
    let start = drawPriceTag(ctx, format.price(line.price, precision), area, labelAt, colors[fill], colors[text])
    if (canMove && line.movable) {
      start -= GRIP * ratio
      drawGrip(ctx, start, labelAt, ratio, colors[fill], colors[text])
      handles.push({ line, left: start, y: labelAt })
    }
    const width = ctx.measureText(words).width + 2 * TAG_PADDING * ratio
    const places = {
      right: start - TAG_MARGIN * ratio - width,
      left: area.left + TAG_MARGIN * ratio,
    }
    const fits = (side: 'left' | 'right'): boolean =>
      isFree(prices, area, y, {
        left: places[side],
        right: places[side] + width,
        top: labelAt - half,
        bottom: labelAt + half,
      })
    const before = sides.get(line.id) ?? 'right'
    const free = isMoving ? 'right' : fits(before) ? before : (['right', 'left'] as const).find(fits)
    const side = free ?? (more > 0 || NAMED.has(line.kind) ? 'left' : null)
    if (side === null || places.right < places.left) continue
    sides.set(line.id, side)
    drawTag(ctx, words, places[side], labelAt, ratio, colors[fill], colors[text])
    if (more > 0) counts.push({ left: places[side], right: places[side] + width, y: labelAt })
  }
  return { handles, counts }
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
