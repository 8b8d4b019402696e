import type { ForegroundState } from './foregroundState.ts'
import { drawLegend } from './legend.ts'
import { drawLines, type LineTargets } from './lines.ts'
import {
  drawHorizontal,
  drawBars,
  drawPrices,
  withClip,
  drawVertical,
  isRising,
  drawPriceTag,
  drawTag,
  hideLabels,
  TAG_PADDING,
  type PlotArea,
} from './paint.ts'
import { lastPriceAt, priceBottom, drawVolume, type Surface } from './surface.ts'
import { candleTime } from './ticks.ts'

/**
 * Draws the parts that change with a tick or a touch: last candle, price, lines, crosshair. The history below is
 * unchanged. Returns the parts of the lines that can be pressed.
 */
export function drawForeground(ctx: CanvasRenderingContext2D, surface: Surface, state: ForegroundState): LineTargets {
  const { area } = surface
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height)
  ctx.font = surface.font
  withClip(ctx, area, () => drawLastCandle(ctx, surface, state, area))
  drawSpread(ctx, surface, state, area)
  drawLastPriceLine(ctx, surface, state, area)
  state.layer?.paint(ctx, { surface, style: state.style, rows: state.series.rows })
  const targets = drawLines(ctx, surface, state, area)
  drawLastPrice(ctx, surface, state, area)
  drawLegend(ctx, surface, state, area)
  drawCrosshair(ctx, surface, state, area)
  return targets
}

function drawLastCandle(
  ctx: CanvasRenderingContext2D,
  surface: Surface,
  { style, series, indicators }: ForegroundState,
  area: PlotArea,
): void {
  const { columns } = series
  const last = series.rows.length - 1
  const { colors } = style
  const y = surface.y('price')
  if (surface.hasVolume) drawVolume(ctx, area, colors, surface.y('volume'), columns, last, last)
  for (const { pane, curves, values } of indicators) {
    for (const [index, { bars: isBars, color }] of curves.entries()) {
      const column = values[index] ?? []
      if (isBars)
        drawBars(ctx, area, [colors.up, colors.down], surface.y(pane), column, (i) => (column[i] ?? 0) >= 0, last, last)
      else drawLastSegment(ctx, area, surface.y(pane), column, last, colors[color], 1.1)
    }
  }
  if (style.kind !== 'line' && style.kind !== 'area')
    return drawPrices(ctx, area, colors, y, surface.prices(), { first: last, last, asBars: style.kind === 'bars' })
  const [before, close] = [columns.close[last - 1], columns.close[last]]
  if (close === undefined) return
  if (style.kind === 'area' && before !== undefined) {
    ctx.fillStyle = colors['gold-soft']
    ctx.beginPath()
    const floor = priceBottom(surface)
    ctx.moveTo(area.x(last - 1), floor)
    ctx.lineTo(area.x(last - 1), y(before))
    ctx.lineTo(area.x(last), y(close))
    ctx.lineTo(area.x(last), floor)
    ctx.fill()
  }
  drawLastSegment(ctx, area, y, columns.close, last, colors.gold, 1.5)
  ctx.fillStyle = colors.gold
  ctx.beginPath()
  ctx.arc(area.x(last), y(close), 3 * area.ratio, 0, 2 * Math.PI)
  ctx.fill()
}

/** The last stretch of a line, which the base leaves out. */
function drawLastSegment(
  ctx: CanvasRenderingContext2D,
  area: PlotArea,
  y: (value: number) => number,
  column: readonly (number | null)[],
  last: number,
  color: string,
  width: number,
): void {
  const [before, value] = [column[last - 1], column[last]]
  if (before === null || before === undefined || value === null || value === undefined) return
  ctx.strokeStyle = color
  ctx.lineWidth = width * area.ratio
  ctx.beginPath()
  ctx.moveTo(area.x(last - 1), y(before))
  ctx.lineTo(area.x(last), y(value))
  ctx.stroke()
}

function drawSpread(
  ctx: CanvasRenderingContext2D,
  surface: Surface,
  { style: { colors }, quote }: ForegroundState,
  area: PlotArea,
): void {
  if (!quote) return
  const y = surface.y('price')
  withClip(ctx, { ...area, height: priceBottom(surface) - area.top }, () => {
    ctx.globalAlpha = 0.4
    drawHorizontal(ctx, area, y(Number(quote.ask)), colors.down)
    drawHorizontal(ctx, area, y(Number(quote.bid)), colors.up)
    ctx.globalAlpha = 1
  })
}

/** The line of the last price, and the room for its tag on the axis. */
function drawLastPriceLine(
  ctx: CanvasRenderingContext2D,
  surface: Surface,
  state: ForegroundState,
  area: PlotArea,
): void {
  const { style, series, quote } = state
  if (!quote) return
  const at = lastPriceAt(surface, quote)
  const isUp = isRising(series.columns, series.rows.length - 1)
  drawHorizontal(ctx, area, at, style.colors[isUp ? 'up' : 'down'], [3, 3])
  hideLabels(ctx, surface.labelsAt(), area, at, style.colors.ground)
}

/** The price of the quote, as everywhere on the screen. Candles without a quote may be old. */
function drawLastPrice(ctx: CanvasRenderingContext2D, surface: Surface, state: ForegroundState, area: PlotArea): void {
  const { style, series, quote } = state
  if (!quote) return
  const name = isRising(series.columns, series.rows.length - 1) ? 'up' : 'down'
  const price = style.format.price(quote.last, style.precision)
  const at = lastPriceAt(surface, quote)
  drawPriceTag(ctx, price, area, at, style.colors[`${name}-fill`], style.colors[`on-${name}`])
}

function drawCrosshair(
  ctx: CanvasRenderingContext2D,
  surface: Surface,
  { style, series, crosshair }: ForegroundState,
  area: PlotArea,
): void {
  const row = crosshair && series.rows[crosshair.index]
  if (!crosshair || !row) return
  const { colors, format, precision } = style
  const bottom = area.top + area.height
  const x = area.x(crosshair.index)
  drawVertical(ctx, area, x, colors['text-muted'], [3, 3])
  const [ink, plate] = [colors.bg, colors['text-muted']]
  if (crosshair.y < priceBottom(surface)) {
    drawHorizontal(ctx, area, crosshair.y, plate, [3, 3])
    hideLabels(ctx, surface.labelsAt(), area, crosshair.y, colors.ground)
    const price = format.price(surface.priceAt(crosshair.y).toFixed(precision), precision)
    drawPriceTag(ctx, price, area, crosshair.y, plate, ink)
  }
  const label = candleTime(style.interval, format)(row.time)
  const width = ctx.measureText(label).width + 2 * TAG_PADDING * area.ratio
  drawTag(
    ctx,
    label,
    Math.max(area.left, Math.min(x - width / 2, area.left + area.width - width)),
    bottom + 11 * area.ratio,
    area.ratio,
    plate,
    ink,
  )
}
