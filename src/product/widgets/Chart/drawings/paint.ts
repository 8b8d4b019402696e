import type { Frame } from '../canvas/layer.ts'
import { drawTag, withClip } from '../canvas/paint.ts'
import { priceBottom } from '../canvas/surface.ts'
import { INTERVAL_SECONDS, toPrice } from '../candles.ts'
import { createProjection, shapeOf, type Projection, type Shape } from './geometry.ts'
import { createTimeAxis, type Drawing, type TimeAxis } from './model.ts'

const LINE_HEIGHT = 16

const axes = new WeakMap<Frame['rows'], { count: number; axis: TimeAxis }>()

/** The axis of the candles, which are the same array while they tick. */
function axisOf({ rows, style }: Frame): TimeAxis {
  const known = axes.get(rows)
  if (known?.count === rows.length) return known.axis
  const axis = createTimeAxis(
    rows.map(({ time }) => time),
    INTERVAL_SECONDS[style.interval],
  )
  axes.set(rows, { count: rows.length, axis })
  return axis
}

/** The projection of what is on screen now. */
export function projectionOf(frame: Frame): Projection {
  const { surface, style } = frame
  const { area } = surface
  const start = area.x(0)
  return createProjection({
    axis: axisOf(frame),
    precision: style.precision,
    x: (index) => area.x(index),
    indexAt: (x) => (x - start) / area.step,
    y: surface.y('price'),
    priceAt: (y) => surface.priceAt(y),
    left: area.left,
    right: area.left + area.width,
    top: area.top,
    bottom: priceBottom(surface),
  })
}

/** Where the words of a text are. */
export function wordsArea(ctx: CanvasRenderingContext2D, { text }: Drawing, { handles: [at] }: Shape, ratio: number) {
  if (!at) return null
  const width = ctx.measureText(text).width
  const half = (LINE_HEIGHT / 2) * ratio
  return { left: at.x, right: at.x + width, top: at.y - half, bottom: at.y + half }
}

/** Draws a drawing; a selected one with its handles. */
export function paintDrawing(
  ctx: CanvasRenderingContext2D,
  drawing: Drawing,
  isSelected: boolean,
  frame: Frame,
  projection: Projection,
): void {
  const { style, surface } = frame
  const { area } = surface
  const { ratio } = area
  const { colors, format, precision } = style
  const color = colors[drawing.kind === 'fibonacci' ? 'curve-violet' : 'info']
  const shape = shapeOf(drawing, projection)
  const priceOf = (price: number): string => format.price(toPrice(price, precision), precision)
  withClip(ctx, { ...area, height: projection.bottom - projection.top }, () => {
    if (shape.box) {
      ctx.globalAlpha = 0.12
      ctx.fillStyle = color
      ctx.fillRect(shape.box.left, shape.box.top, shape.box.right - shape.box.left, shape.box.bottom - shape.box.top)
      ctx.globalAlpha = 1
    }
    ctx.strokeStyle = color
    ctx.lineWidth = (isSelected ? 2 : 1.25) * ratio
    ctx.beginPath()
    for (const { from, to } of shape.segments) {
      ctx.moveTo(from.x, from.y)
      ctx.lineTo(to.x, to.y)
    }
    ctx.stroke()
    ctx.fillStyle = color
    ctx.textAlign = 'left'
    ctx.textBaseline = 'bottom'
    for (const { level, price, at } of shape.levels)
      if (level !== null)
        ctx.fillText(`${format.number(level)} · ${priceOf(price)}`, Math.max(area.left, at.x) + 4 * ratio, at.y - ratio)
    const [at] = shape.handles
    if (drawing.kind === 'text' && at) {
      ctx.textBaseline = 'middle'
      ctx.fillText(drawing.text, at.x, at.y)
    }
    if (isSelected)
      for (const handle of shape.handles) paintHandle(ctx, handle.x, handle.y, ratio, color, colors.ground)
  })
  for (const { level, price, at } of shape.levels)
    if (level === null && at.y >= projection.top && at.y <= projection.bottom)
      drawTag(ctx, priceOf(price), area.left + area.width, at.y, ratio, colors['info-fill'], colors['on-info'])
}

function paintHandle(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  ratio: number,
  color: string,
  fill: string,
): void {
  ctx.beginPath()
  ctx.arc(x, y, 5 * ratio, 0, 2 * Math.PI)
  ctx.fillStyle = fill
  ctx.fill()
  ctx.lineWidth = 2 * ratio
  ctx.strokeStyle = color
  ctx.stroke()
}
