import { describe, expect, it } from 'vitest'
import { isLatest, latest, pan, visible, zoom } from './viewport.ts'

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
