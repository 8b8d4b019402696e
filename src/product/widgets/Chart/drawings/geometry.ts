import { toPrice } from '../candles.ts'
import type { Point } from '../gestures/gestures.ts'
import { FIBONACCI_LEVELS, levelPrice, type Anchor, type Drawing, type TimeAxis } from './model.ts'

/** A rectangle of the canvas. */
export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** Between anchors and pixels of the canvas; the box is the price pane. */
export interface Projection extends Box {
  toPoint(anchor: Anchor): Point
  toAnchor(point: Point): Anchor
  /** Height of a price. */
  y(price: number): number
}

/** Scales of the drawn chart, the prices linear or logarithmic; the box is the price pane. */
export interface Scales extends Box {
  axis: TimeAxis
  precision: number
  x(index: number): number
  indexAt(x: number): number
  y(price: number): number
  priceAt(y: number): number
}

/** A point is anchored at the nearest candle. */
export function createProjection({ axis, precision, x, indexAt, y, priceAt, ...edges }: Scales): Projection {
  return {
    ...edges,
    y,
    toPoint: ({ time, price }) => ({ x: x(axis.indexOf(time)), y: y(Number(price)) }),
    toAnchor: (point) => ({
      time: axis.timeAt(Math.round(indexAt(point.x))),
      price: toPrice(priceAt(point.y), precision),
    }),
  }
}

export interface Segment {
  from: Point
  to: Point
}

/** A drawing in pixels of the canvas. */
export interface Shape {
  /** Where it can be dragged at its anchors. */
  handles: Point[]
  segments: Segment[]
  /** A filled area. */
  box: Box | null
  /** Prices beside the segments of the same position: the level of a retracement, null for other drawings. */
  levels: { level: number | null; price: number; at: Point }[]
}

const across = ({ left, right }: Projection, y: number, from = left): Segment => ({
  from: { x: from, y },
  to: { x: right, y },
})

/** Where the ray from one point through another leaves the plot. */
function rayEnd(from: Point, through: Point, { left, right, top, bottom }: Projection): Point {
  const [dx, dy] = [through.x - from.x, through.y - from.y]
  if (dx === 0 && dy === 0) return through
  const along = (delta: number, start: number, least: number, most: number): number =>
    delta === 0 ? Number.POSITIVE_INFINITY : ((delta > 0 ? most : least) - start) / delta
  const reach = Math.max(1, Math.min(along(dx, from.x, left, right), along(dy, from.y, top, bottom)))
  return { x: from.x + dx * reach, y: from.y + dy * reach }
}

/** Returns the shape of a drawing; one that is not complete has only its handles. */
export function shapeOf({ kind, points }: Pick<Drawing, 'kind' | 'points'>, projection: Projection): Shape {
  const handles = points.map(projection.toPoint)
  const [first, second] = handles
  const [from, to] = points.map(({ price }) => Number(price))
  const shape: Shape = { handles, segments: [], box: null, levels: [] }
  if (!first || from === undefined || kind === 'text') return shape
  if (kind === 'horizontal')
    return { ...shape, segments: [across(projection, first.y)], levels: [{ level: null, price: from, at: first }] }
  if (!second || to === undefined) return shape
  if (kind === 'trend') return { ...shape, segments: [{ from: first, to: second }] }
  if (kind === 'ray') return { ...shape, segments: [{ from: first, to: rayEnd(first, second, projection) }] }
  const [left, right] = [Math.min(first.x, second.x), Math.max(first.x, second.x)]
  if (kind === 'fibonacci') {
    const levels = FIBONACCI_LEVELS.map((level) => {
      const price = levelPrice(from, to, level)
      return { level, price, at: { x: left, y: projection.y(price) } }
    })
    return { ...shape, levels, segments: levels.map(({ at }) => across(projection, at.y, left)) }
  }
  const [top, bottom] = [Math.min(first.y, second.y), Math.max(first.y, second.y)]
  const corners: Point[] = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ]
  return {
    ...shape,
    box: { left, top, right, bottom },
    segments: corners.map((corner, index) => ({ from: corner, to: corners[(index + 1) % 4] ?? corner })),
  }
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** Distance of a point from a segment. */
export function distanceTo({ from, to }: Segment, point: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const squared = dx * dx + dy * dy
  const part = squared === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / squared
  const share = Math.min(1, Math.max(0, part))
  return distance(point, { x: from.x + share * dx, y: from.y + share * dy })
}

/** The part of a drawing under a finger: the anchor of this position, or the rest. */
export type Hit = { anchor: number } | 'body'

/** Distances in pixels of the canvas, within which a finger hits. */
export interface Reach {
  handle: number
  line: number
}

/** Returns what of a shape is at a point: the nearest handle first; null for nothing. `words` is the area of its text. */
export function hit(
  { handles, segments, box }: Shape,
  point: Point,
  reach: Reach,
  words: Box | null = null,
): Hit | null {
  const nearest = handles
    .map((handle, anchor) => ({ anchor, away: distance(handle, point) }))
    .toSorted((a, b) => a.away - b.away)[0]
  if (nearest && nearest.away <= reach.handle) return { anchor: nearest.anchor }
  const isWithin = (area: Box, margin: number): boolean =>
    point.x >= area.left - margin &&
    point.x <= area.right + margin &&
    point.y >= area.top - margin &&
    point.y <= area.bottom + margin
  const isNear = segments.some((segment) => distanceTo(segment, point) <= reach.line)
  return isNear || (box && isWithin(box, 0)) || (words && isWithin(words, reach.line)) ? 'body' : null
}

/** Moves one anchor of a drawing to a point, or all by the distance between two points. */
export function moved(drawing: Drawing, what: Hit, from: Point, to: Point, projection: Projection): Drawing {
  const points = drawing.points.map((anchor, index) => {
    if (what !== 'body') return index === what.anchor ? projection.toAnchor(to) : anchor
    const at = projection.toPoint(anchor)
    const next = projection.toAnchor({ x: at.x + to.x - from.x, y: at.y + to.y - from.y })
    // Straight up or down: an anchor between two candles keeps its time.
    return to.x === from.x ? { ...next, time: anchor.time } : next
  })
  return { ...drawing, points }
}
