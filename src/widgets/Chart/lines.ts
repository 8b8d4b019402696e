import type { ChartProps } from '../../generated/widgets/Chart.ts'
import type { Colors } from './colors.ts'
import type { ForegroundState } from './foreground.ts'
import { drawHorizontal, drawTag, type PlotArea } from './paint.ts'
import type { Surface } from './surface.ts'

export type Line = NonNullable<ChartProps['lines']>[number]

interface LineStyle {
  fill: keyof Colors
  ink: keyof Colors
  stroke: keyof Colors
  dash: readonly number[]
}

const UP: LineStyle = { fill: 'up-fill', ink: 'on-up', stroke: 'up', dash: [] }
const DOWN: LineStyle = { fill: 'down-fill', ink: 'on-down', stroke: 'down', dash: [] }
const DASH = [5, 4]

function styleOf({ kind, side }: Line): LineStyle {
  if (kind === 'position') return side === 'short' ? DOWN : UP
  if (kind === 'takeProfit') return { ...UP, dash: DASH }
  if (kind === 'stopLoss') return { ...DOWN, dash: DASH }
  if (kind === 'liquidation') return { fill: 'warning-fill', ink: 'on-warning', stroke: 'warning', dash: [2, 3] }
  if (kind === 'entry') return { fill: 'info-fill', ink: 'on-info', stroke: 'info', dash: [] }
  return { fill: 'gold-fill', ink: 'on-gold', stroke: 'gold', dash: DASH }
}

/** Seconds as m:ss, from an hour on h:mm:ss. */
export function formatCountdown(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds))
  const two = (n: number) => String(n).padStart(2, '0')
  const [hours, minutes] = [Math.floor(left / 3600), Math.floor(left / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`
}

/** Middles of labels, pushed apart where they would cover one another; those that fit stay where they are. */
export function separateLabels(wanted: readonly number[], least: number, top: number, bottom: number): number[] {
  const order = wanted.map((at, index) => ({ at: Math.min(bottom, Math.max(top, at)), index })).toSorted((a, b) => a.at - b.at)
  for (const [i, one] of order.entries()) one.at = Math.max(one.at, (order[i - 1]?.at ?? Number.NEGATIVE_INFINITY) + least)
  for (const [i, one] of order.toReversed().entries()) one.at = Math.min(one.at, i === 0 ? bottom : (order[order.length - i]?.at ?? bottom) - least)
  const places: number[] = []
  for (const { at, index } of order) places[index] = at
  return places
}

/** The user's orders and positions: a line each, words at its left end, its price on the axis. A price off the scale is named at the edge. */
export function drawLines(ctx: CanvasRenderingContext2D, surface: Surface, { style, lines, now, indicators }: ForegroundState, area: PlotArea): void {
  const { colors, format, precision } = style
  const { ratio } = area
  const y = surface.y('price')
  const bottom = area.top + (surface.bands[0]?.bottom ?? 1) * area.height
  const shown = lines.filter(({ until }) => typeof until !== 'number' || until >= now)
  const exact = shown.map(({ price }) => y(Number(price)))
  // The names of the indicators are above, a row each.
  const named = indicators.filter(({ pane }) => pane === 'price').length
  const top = area.top + (named > 0 ? 14 + named * 14 : 9) * ratio
  const places = separateLabels(exact, 18 * ratio, top, bottom - 9 * ratio)
  for (const [index, line] of shown.entries()) {
    const { fill, ink, stroke, dash } = styleOf(line)
    const [at, place] = [exact[index] ?? 0, places[index] ?? 0]
    const off = at < area.top ? '↑ ' : at > bottom ? '↓ ' : ''
    if (!off) drawHorizontal(ctx, area, at, colors[stroke], dash)
    const rest = typeof line.until === 'number' ? ` ${formatCountdown(line.until - now)}` : ''
    drawTag(ctx, `${off}${line.label}${rest}`, area.left + 4 * ratio, place, ratio, colors[fill], colors[ink])
    const left = area.left + area.width
    drawTag(ctx, format.price(line.price, precision), left, place, ratio, colors[fill], colors[ink], ctx.canvas.width - left)
  }
}
