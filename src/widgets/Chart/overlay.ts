import type { ChartProps } from '../../generated/widgets/Chart.ts'
import type { Quote } from '../../state/quotes.ts'
import type { Book } from './candles.ts'
import type { Plotted } from './indicators.ts'
import { drawLegend } from './legend.ts'
import { drawLines } from './lines.ts'
import { across, bars, candles, clipped, down, rises, tag, type Frame } from './paint.ts'
import { FAINT, type Look, type Surface } from './surface.ts'
import { bare } from './ticks.ts'

export interface Scene {
  look: Look
  book: Book
  studies: readonly Plotted[]
  lines: NonNullable<ChartProps['lines']>
  quote: Quote | null
  /** Where the crosshair is, in pixels of the canvas, and the candle it is at. */
  cross: { x: number; y: number; index: number } | null
  /** Unix seconds. */
  now: number
}

/** What changes with a tick or a finger: the last candle, the price, lines, the crosshair. The history below stays as it is. */
export function drawOverlay(ctx: CanvasRenderingContext2D, surface: Surface, scene: Scene): void {
  const { frame } = surface
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height)
  ctx.font = surface.font
  clipped(ctx, frame, () => drawLast(ctx, surface, scene, frame))
  drawSpread(ctx, surface, scene, frame)
  drawPrice(ctx, surface, scene, frame)
  drawLines(ctx, surface, scene, frame)
  drawLegend(ctx, surface, scene, frame)
  drawCross(ctx, surface, scene, frame)
}

function drawLast(ctx: CanvasRenderingContext2D, surface: Surface, { look, book, studies }: Scene, frame: Frame): void {
  const { columns } = book
  const last = book.rows.length - 1
  const { colors } = look
  const y = surface.y('price')
  const isUp = (index: number) => rises(columns, index)
  ctx.globalAlpha = FAINT
  bars(ctx, frame, [colors.up, colors.down], surface.y('volume'), columns.volume, isUp, last, last)
  ctx.globalAlpha = 1
  for (const { pane, curves, values } of studies) {
    for (const [index, { bars: isBars, color }] of curves.entries()) {
      const column = values[index] ?? []
      if (isBars) bars(ctx, frame, [colors.up, colors.down], surface.y(pane), column, (i) => (column[i] ?? 0) >= 0, last, last)
      else tail(ctx, frame, surface.y(pane), column, last, colors[color], 1.1)
    }
  }
  if (look.kind === 'candles') return candles(ctx, frame, colors, y, columns, last, last)
  const [before, close] = [columns.close[last - 1], columns.close[last]]
  if (close === undefined) return
  if (before !== undefined) {
    ctx.fillStyle = colors['gold-soft']
    ctx.beginPath()
    const floor = floorOf(surface, frame)
    ctx.moveTo(frame.x(last - 1), floor)
    ctx.lineTo(frame.x(last - 1), y(before))
    ctx.lineTo(frame.x(last), y(close))
    ctx.lineTo(frame.x(last), floor)
    ctx.fill()
  }
  tail(ctx, frame, y, columns.close, last, colors.gold, 1.5)
  ctx.fillStyle = colors.gold
  ctx.beginPath()
  ctx.arc(frame.x(last), y(close), 3 * frame.ratio, 0, 2 * Math.PI)
  ctx.fill()
}

/** The last stretch of a line, which the base leaves out. */
function tail(ctx: CanvasRenderingContext2D, frame: Frame, y: (value: number) => number, column: readonly (number | null)[], last: number, color: string, width: number): void {
  const [before, value] = [column[last - 1], column[last]]
  if (before === null || before === undefined || value === null || value === undefined) return
  ctx.strokeStyle = color
  ctx.lineWidth = width * frame.ratio
  ctx.beginPath()
  ctx.moveTo(frame.x(last - 1), y(before))
  ctx.lineTo(frame.x(last), y(value))
  ctx.stroke()
}

/** Lower edge of the price pane. */
const floorOf = (surface: Surface, { top, height }: Frame): number => top + (surface.bands[0]?.bottom ?? 1) * height

function drawSpread(ctx: CanvasRenderingContext2D, surface: Surface, { look: { colors }, quote }: Scene, frame: Frame): void {
  if (!quote) return
  const y = surface.y('price')
  clipped(ctx, { ...frame, height: floorOf(surface, frame) - frame.top }, () => {
    ctx.globalAlpha = 0.4
    across(ctx, frame, y(Number(quote.ask)), colors.down)
    across(ctx, frame, y(Number(quote.bid)), colors.up)
    ctx.globalAlpha = 1
  })
}

function drawPrice(ctx: CanvasRenderingContext2D, surface: Surface, { look: { colors, format, precision }, book }: Scene, frame: Frame): void {
  const row = book.rows.at(-1)
  if (!row) return
  const last = book.rows.length - 1
  const name = rises(book.columns, last) ? 'up' : 'down'
  const half = 9 * frame.ratio
  const at = Math.min(floorOf(surface, frame) - half, Math.max(frame.top + half, surface.y('price')(book.columns.close[last] ?? 0)))
  across(ctx, frame, at, colors[name], [3, 3])
  const left = frame.left + frame.width
  // Labels of the axis end where the plate begins.
  ctx.fillStyle = colors.ground
  ctx.fillRect(left + 1, at - 1.6 * half, ctx.canvas.width - left, 3.2 * half)
  tag(ctx, format.price(row.close, precision), left, at, frame.ratio, colors[`${name}-fill`], colors[`on-${name}`], ctx.canvas.width - left)
}

function drawCross(ctx: CanvasRenderingContext2D, surface: Surface, { look, book, cross }: Scene, frame: Frame): void {
  const row = cross && book.rows[cross.index]
  if (!cross || !row) return
  const { colors, format, precision } = look
  const bottom = frame.top + frame.height
  const x = frame.x(cross.index)
  down(ctx, frame, x, colors['text-muted'], [3, 3])
  const [ink, plate] = [colors.bg, colors['text-muted']]
  if (cross.y < floorOf(surface, frame)) {
    across(ctx, frame, cross.y, plate, [3, 3])
    const left = frame.left + frame.width
    tag(ctx, format.price(surface.priceAt(cross.y).toFixed(precision), precision), left, cross.y, frame.ratio, plate, ink, ctx.canvas.width - left)
  }
  const words = look.interval === '1d' || look.interval === '1w' ? bare(format.date(row.time)) : bare(format.dateTime(row.time)).slice(0, 16)
  const width = ctx.measureText(words).width + 10 * frame.ratio
  tag(ctx, words, Math.max(frame.left, Math.min(x - width / 2, frame.left + frame.width - width)), bottom + 11 * frame.ratio, frame.ratio, plate, ink)
}

