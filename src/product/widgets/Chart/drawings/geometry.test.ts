import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asPrice } from '../../../../engine/language/values/decimal.ts'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import { createProjection, distanceTo, hit, moved, shapeOf, type Projection } from './geometry.ts'
import { createTimeAxis, FIBONACCI_LEVELS, levelPrice, nextId, type Anchor, type Drawing } from './model.ts'

/** Starts of candles of 15 minutes with gaps, such as those of a weekend. */
const starts = fc
  .array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 60 })
  .map((gaps) => gaps.reduce<number[]>((times, gap) => [...times, (times.at(-1) ?? 1_794_960_000) + gap * 900], []))

const [LEFT, RIGHT, TOP, BOTTOM] = [0, 600, 0, 400]

/** A chart of 100 candles whose prices are between 100 and 200. */
function projectionOf({ logarithmic = false, span = 900, from = 0, step = 6 } = {}): Projection {
  const times = Array.from({ length: 100 * (900 / span) }, (_, i) => 1_794_960_000 + i * span)
  const scale = logarithmic ? Math.log : (value: number) => value
  const back = logarithmic ? Math.exp : (value: number) => value
  const unit = (BOTTOM - TOP) / (scale(200) - scale(100))
  return createProjection({
    axis: createTimeAxis(times, span),
    precision: 8,
    x: (index) => LEFT + (index - from) * step,
    indexAt: (x) => from + (x - LEFT) / step,
    y: (price) => TOP + (scale(200) - scale(price)) * unit,
    priceAt: (y) => back(scale(200) - (y - TOP) / unit),
    left: LEFT,
    right: RIGHT,
    top: TOP,
    bottom: BOTTOM,
  })
}

const anchor = (index: number, price: number): Anchor => ({
  time: asUnixSeconds(1_794_960_000 + index * 900),
  price: asPrice(price.toFixed(2)),
})
const drawing = (kind: Drawing['kind'], ...points: Anchor[]): Drawing => ({
  id: '1',
  symbol: 'A',
  kind,
  points,
  text: '',
})
const place = fc.record({
  x: fc.double({ min: 1, max: 599, noNaN: true }),
  y: fc.double({ min: 1, max: 399, noNaN: true }),
})
const anchors = fc
  .tuple(fc.integer({ min: 0, max: 99 }), fc.double({ min: 101, max: 199, noNaN: true }))
  .map(([i, p]) => anchor(i, p))

describe('the axis of times', () => {
  it('has a position for every time, and the time of every position', () => {
    fc.assert(
      fc.property(starts, fc.integer({ min: -200_000, max: 12_000_000 }), (times, after) => {
        const axis = createTimeAxis(times, 900)
        const time = (times[0] ?? 0) + after
        expect(axis.timeAt(axis.indexOf(time))).toBe(time)
      }),
    )
  })
  it('rises with the time', () => {
    fc.assert(
      fc.property(starts, fc.integer({ max: 9_000_000 }), fc.integer({ min: 1, max: 9_000 }), (times, after, more) => {
        const axis = createTimeAxis(times, 900)
        const time = (times[0] ?? 0) + after
        expect(axis.indexOf(time + more)).toBeGreaterThan(axis.indexOf(time))
      }),
    )
  })
  it('has each candle at its whole number', () => {
    fc.assert(
      fc.property(starts, (times) => {
        const axis = createTimeAxis(times, 900)
        expect(times.map((time) => axis.indexOf(time))).toEqual(times.map((_, index) => index))
      }),
    )
  })
})

describe('anchors', () => {
  it('are where they were placed, to half a candle, on either scale of prices', () => {
    fc.assert(
      fc.property(place, fc.boolean(), (point, logarithmic) => {
        const projection = projectionOf({ logarithmic })
        const back = projection.toPoint(projection.toAnchor(point))
        expect(Math.abs(back.x - point.x)).toBeLessThanOrEqual(3.001)
        expect(Math.abs(back.y - point.y)).toBeLessThan(0.001)
      }),
    )
  })
  it('keep time and price when the length of a candle, the zoom and the scale change', () => {
    fc.assert(
      fc.property(anchors, (point) => {
        for (const projection of [
          projectionOf(),
          projectionOf({ span: 300, step: 2 }),
          projectionOf({ logarithmic: true, from: 20, step: 12 }),
        ]) {
          const { time, price } = projection.toAnchor(projection.toPoint(point))
          expect(time).toBe(point.time)
          expect(Number(price)).toBeCloseTo(Number(point.price), 4)
        }
      }),
    )
  })
})

describe('shapes', () => {
  it('a ray goes through its second anchor to an edge', () => {
    fc.assert(
      fc.property(anchors, anchors, (a, b) => {
        fc.pre(a.time !== b.time)
        const projection = projectionOf()
        const { segments, handles } = shapeOf(drawing('ray', a, b), projection)
        const [ray] = segments
        if (!ray || !handles[1]) throw new Error('A ray has a segment.')
        expect(distanceTo(ray, handles[1])).toBeLessThan(0.01)
        const { x, y } = ray.to
        const edges = [x - LEFT, RIGHT - x, y - TOP, BOTTOM - y]
        expect(Math.min(...edges.map(Math.abs))).toBeLessThan(0.01)
      }),
    )
  })
  it('a retracement has its levels between its anchors: 0 at the second, 1 at the first', () => {
    expect(levelPrice(100, 200, 0)).toBe(200)
    expect(levelPrice(100, 200, 1)).toBe(100)
    expect(levelPrice(100, 200, 0.618)).toBeCloseTo(138.2)
    const projection = projectionOf()
    const { levels, segments } = shapeOf(drawing('fibonacci', anchor(10, 110), anchor(40, 160)), projection)
    expect(levels.map(({ level }) => level)).toEqual([...FIBONACCI_LEVELS])
    for (const [index, { from, to }] of segments.entries()) {
      expect(from.y).toBe(to.y)
      expect(from.y).toBeCloseTo(projection.y(levels[index]?.price ?? 0))
      expect([from.x, to.x]).toEqual([60, RIGHT])
    }
  })
  it('an incomplete drawing has only its handle', () => {
    const { handles, segments, box } = shapeOf(drawing('rectangle', anchor(10, 110)), projectionOf())
    expect([handles.length, segments.length, box]).toEqual([1, 0, null])
  })
})

const REACH = { handle: 10, line: 6 }

describe('a hit', () => {
  it('is at every anchor of every kind', () => {
    const kinds = ['trend', 'ray', 'horizontal', 'fibonacci', 'rectangle', 'text'] as const
    fc.assert(
      fc.property(fc.constantFrom(...kinds), anchors, anchors, (kind, a, b) => {
        const shape = shapeOf(
          drawing(kind, ...(kind === 'horizontal' || kind === 'text' ? [a] : [a, b])),
          projectionOf(),
        )
        for (const handle of shape.handles) expect(hit(shape, handle, REACH)).toHaveProperty('anchor')
      }),
    )
  })
  it('is everywhere along a line, and nowhere away from it', () => {
    fc.assert(
      fc.property(anchors, anchors, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, share) => {
        const shape = shapeOf(drawing('trend', a, b), projectionOf())
        const [line] = shape.segments
        if (!line) throw new Error('A trend line has a segment.')
        const on = {
          x: line.from.x + (line.to.x - line.from.x) * share,
          y: line.from.y + (line.to.y - line.from.y) * share,
        }
        expect(hit(shape, on, REACH)).not.toBeNull()
        const away = { x: on.x, y: Math.max(line.from.y, line.to.y) + REACH.handle + 1 }
        expect(hit(shape, away, REACH)).toBeNull()
      }),
    )
  })
  it('is within a rectangle and the words of a text', () => {
    const box = shapeOf(drawing('rectangle', anchor(10, 110), anchor(60, 190)), projectionOf())
    expect(hit(box, { x: 200, y: 200 }, REACH)).toBe('body')
    expect(hit(box, { x: 500, y: 200 }, REACH)).toBeNull()
    const text = shapeOf(drawing('text', anchor(10, 150)), projectionOf())
    const words = { left: 60, right: 160, top: 192, bottom: 208 }
    expect(hit(text, { x: 150, y: 200 }, REACH, words)).toBe('body')
    expect(hit(text, { x: 190, y: 200 }, REACH, words)).toBeNull()
  })
})

describe('a move', () => {
  it('there and back is none, of all anchors or of one', () => {
    const shift = fc.record({ x: fc.integer({ min: -20, max: 20 }), y: fc.integer({ min: -40, max: 40 }) })
    fc.assert(
      fc.property(anchors, anchors, shift, fc.boolean(), (a, b, { x, y }, isWhole) => {
        const projection = projectionOf()
        const before = drawing('trend', a, b)
        const from = isWhole ? { x: 300, y: 200 } : projection.toPoint(a)
        const to = { x: from.x + x * 6, y: from.y + y }
        const what = isWhole ? 'body' : { anchor: 0 }
        const after = moved(moved(before, what, from, to, projection), what, to, from, projection)
        expect(after.points.map(({ time }) => time)).toEqual(before.points.map(({ time }) => time))
        for (const [index, { price }] of after.points.entries())
          expect(Number(price)).toBeCloseTo(Number(before.points[index]?.price), 4)
      }),
    )
  })
  it('of one anchor leaves the other', () => {
    const before = drawing('trend', anchor(10, 110), anchor(20, 120))
    const after = moved(before, { anchor: 0 }, { x: 60, y: 300 }, { x: 90, y: 100 }, projectionOf())
    expect(after.points[1]).toEqual(before.points[1])
    expect(after.points[0]?.time).toBe(anchor(15, 0).time)
  })
})

it('the id of the next drawing is that of none', () => {
  const all = ['3', 'x', '11'].map((id) => ({ ...drawing('text', anchor(0, 1)), id }))
  expect(nextId(all)).toBe('12')
  expect(nextId([])).toBe('1')
})
