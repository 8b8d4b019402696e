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

/** The words of a line with its countdown. */
const wordsOf = ({ label, until }: Line, now: number): string =>
  typeof until === 'number' ? `${label} ${formatCountdown(until - now)}` : label

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

/** Of lines beyond an edge of the scale, so many are named: the nearest. */
const MOST_BEYOND = 2

interface Label {
  line: Line
  at: number
  /** Lines further away that have no label. */
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
 * The lines that have a label, from the top: those within the scale and the nearest beyond each edge. Above and below the last price, those
 * that are nearest to it have the room, so that all labels are in the order of their prices.
 */
export function labelsOf(
  lines: readonly Line[],
  positions: readonly number[],
  { top, bottom, last, distance }: LabelSpace,
): Label[] {
  const all = lines.map((line, index): Label => ({ line, at: positions[index] ?? 0, more: 0 }))
  const middle = last ?? top
  const shown = (side: readonly Label[], room: number): Label[] => {
    const nearest = side.toSorted((a, b) => Math.abs(a.at - middle) - Math.abs(b.at - middle))
    const within = nearest.filter(({ at }) => at >= top && at <= bottom).slice(0, room)
    const beyond = nearest.filter(({ at }) => at < top || at > bottom)
    const named = beyond.slice(0, Math.min(MOST_BEYOND, room - within.length))
    return [
      ...within,
      ...named.map((label, index) =>
        index === named.length - 1 ? { ...label, more: beyond.length - named.length } : label,
      ),
    ]
  }
  const roomIn = (from: number, to: number): number => Math.max(0, Math.floor((to - from) / distance))
  const half = distance / 2
  return [
    ...(last === null
      ? []
      : shown(
          all.filter(({ at }) => at < last),
          roomIn(top, last - half),
        )),
    ...shown(
      last === null ? all : all.filter(({ at }) => at >= last),
      roomIn(last === null ? top : last + half, bottom),
    ),
  ].toSorted((a, b) => a.at - b.at)
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

/** Positions of labels, from the top, above and below the label of the last price. */
export function separateAround(positions: readonly number[], { top, bottom, last, distance }: LabelSpace): number[] {
  const [first, end] = [top + distance / 2, bottom - distance / 2]
  if (last === null) return separateLabels(positions, distance, first, end)
  return [
    ...separateLabels(
      positions.filter((at) => at < last),
      distance,
      first,
      last - distance,
    ),
    ...separateLabels(
      positions.filter((at) => at >= last),
      distance,
      last + distance,
      end,
    ),
  ]
}

/**
 * The user's orders and positions: a line each and its price on the axis. Its words are beside the axis or at the left edge, where they cover
 * no candle, else it has none. A price off the scale is named at the edge. Returns the handles of the lines that can be moved.
 */
export function drawLines(
  ctx: CanvasRenderingContext2D,
  surface: Surface,
  { style, lines, now, quote, moving, canMove, sides }: ForegroundState,
  area: PlotArea,
): Handle[] {
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
    return []
  }

  const space = { top, bottom, last, distance: 2 * half }
  const labels = labelsOf(shown, linePositions, space)
  const labelPositions = separateAround(
    labels.map(({ at }) => at),
    space,
  )
  for (const at of labelPositions) hideLabels(ctx, axisLabels, area, at, colors.ground)
  const prices = surface.prices()
  const handles: Handle[] = []
  for (const [index, { line, at, more }] of labels.entries()) {
    const { fill, text } = styleOf(line)
    const labelAt = labelPositions[index] ?? 0
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
    const side = isMoving ? 'right' : fits(before) ? before : ((['right', 'left'] as const).find(fits) ?? null)
    if (side === null || places.right < places.left) continue
    sides.set(line.id, side)
    drawTag(ctx, words, places[side], labelAt, ratio, colors[fill], colors[text])
  }
  return handles
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
