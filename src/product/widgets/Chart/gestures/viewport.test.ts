import { describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { createGestures } from './gestures.ts'
import { priceTicks } from '../canvas/ticks.ts'
import { scaleFor } from '../canvas/panes.ts'
import { isLatest, latest, MAX_CANDLES, MIN_CANDLES, pan, visible, zoom, type View } from './viewport.ts'

const span = ({ from, to }: { from: number; to: number }) => to - from

describe('the view', () => {
  it('begins with the last candle and a small margin beside it', () => {
    const view = latest(250, 50)
    expect(span(view)).toBeCloseTo(50)
    expect(isLatest(view, 250)).toBe(true)
    expect(visible(view, 250)[1]).toBe(249)
  })
  it('pans by candles and keeps some on screen', () => {
    const view = latest(250, 50)
    expect(pan(view, -10, 250).from).toBeCloseTo(view.from - 10)
    expect(isLatest(pan(view, -10, 250), 250)).toBe(false)
    for (const far of [-10_000, 10_000]) {
      const [first, last] = visible(pan(view, far, 250), 250)
      expect(last - first).toBeGreaterThan(20)
    }
  })
  it('zooms about a fixed point', () => {
    const view = { from: 100, to: 200 }
    for (const at of [0, 0.3, 1]) {
      const next = zoom(view, 2, at, 250)
      expect(span(next)).toBeCloseTo(50)
      expect(next.from + at * 50).toBeCloseTo(100 + at * 100)
    }
  })
  it('shows neither too few nor too many', () => {
    expect(span(zoom({ from: 100, to: 200 }, 1e6, 0.5, 250))).toBe(12)
    expect(span(zoom({ from: 100, to: 200 }, 1e-6, 0.5, 250))).toBe(600)
  })
  it('has no candles before there are any', () => expect(visible({ from: -20, to: -5 }, 10)).toEqual([0, -5]))
})

describe('a view and a scale', () => {
  const COUNT = 250
  /** Numbers as a browser computes them from touches: also quotients of nothing. */
  const anyNumber = fc.oneof(
    fc.double(),
    fc.constantFrom(0, -0, 1, Number.NaN, Infinity, -Infinity, 60 / 0, 0 / 0, Number.MIN_VALUE, Number.MAX_VALUE),
  )

  it('two fingers that begin at one point and meet again change nothing', () => {
    let view = latest(COUNT, 50)
    const before = view
    for (const factor of [Number.NaN, Infinity, 0]) view = zoom(view, factor, 0.5, COUNT)
    expect(view).toEqual(before)
    expect(zoom(view, 2, 0.5, COUNT)).not.toEqual(before)
  })

  it('stay finite, and show candles, after any gestures', () => {
    const gesture = fc.oneof(
      fc.tuple(fc.constant('pinch' as const), anyNumber, anyNumber),
      fc.tuple(fc.constant('move' as const), anyNumber, anyNumber),
      fc.tuple(fc.constant('release' as const), anyNumber, anyNumber),
    )
    fc.assert(
      fc.property(fc.array(gesture, { maxLength: 20 }), (all) => {
        let view: View = latest(COUNT, 50)
        let frames: ((now: number) => void)[] = []
        const gestures = createGestures({
          pan: (dx) => void (view = pan(view, -dx / 7, COUNT)),
          zoom: (factor, x) => void (view = zoom(view, factor, x / 360, COUNT)),
          inspect: () => undefined,
          grab: () => null,
          tap: () => false,
          after: () => () => undefined,
          frame: (run) => (frames.push(run), () => undefined),
          prefersReducedMotion: () => false,
        })
        for (const [what, a, b] of all) {
          gestures.press({ x: 0, y: 0 })
          if (what === 'pinch') gestures.pinch(a, b)
          else if (what === 'move') gestures.move({ x: a, y: b })
          else gestures.release(a, b)
          const due = frames
          frames = []
          for (const run of due) run(16)
          gestures.pinchEnd()
        }
        const span = view.to - view.from
        const [first, last] = visible(view, COUNT)
        return span >= MIN_CANDLES - 1e-6 && span <= MAX_CANDLES + 1e-6 && first <= last
      }),
    )
  })

  it('of prices has finitely many labels for any range', () => {
    fc.assert(
      fc.property(anyNumber, anyNumber, fc.double({ min: -10, max: 1_000 }), (min, max, count) => {
        const ticks = priceTicks([min, max], count)
        return ticks.length <= 2_000 && ticks.every(Number.isFinite)
      }),
    )
    fc.assert(
      fc.property(
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        (min, size) =>
          scaleFor([min, min + size], { id: 'price', top: 0, content: 0.2, bottom: 0.2 }).every(Number.isFinite),
      ),
    )
  })
})
