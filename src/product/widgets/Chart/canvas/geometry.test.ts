import { describe, expect, it } from 'vitest'
import { branded } from '../../../../engine/language/values/branded.ts'
import { asPrice } from '../../../../engine/language/values/decimal.ts'
import { createFormatter } from '../../../../engine/language/values/formatter.ts'
import type { Candle } from '../candles.ts'
import { wrapLegend } from './legendRows.ts'
import { formatCountdown, isFree, placeLabels, separateLabels, uncoveredTags, type Line } from './lines.ts'
import { plateStart } from './paint.ts'
import { LEGEND_LINE, bandsOf, rangeOf, rowsIn, scaleFor } from './panes.ts'
import { candleTime, createTimeTicks, priceTicks } from './ticks.ts'

const format = createFormatter('en', (key) => key, 'UTC')
const row = (time: number): Candle => branded<Candle>({ time, open: '1', high: '1', low: '1', close: '1', volume: '1' })

describe('the plate of a price', () => {
  it('begins with the axis, and before it if the price is wider than the axis', () => {
    for (const ratio of [1, 2]) {
      expect(plateStart(300 * ratio, 360 * ratio, 50 * ratio, ratio)).toBe(300 * ratio)
      expect(plateStart(300 * ratio, 360 * ratio, 62 * ratio, ratio)).toBe(288 * ratio)
    }
  })
})

describe('panes', () => {
  it('share the height without overlap, the price the most', () => {
    for (const below of [[], ['rsi'], ['macd', 'rsi']] as const) {
      const bands = bandsOf(below, 300)
      expect(bands[0]?.top).toBe(0)
      expect(bands.at(-1)?.bottom).toBe(1)
      for (const [i, band] of bands.entries()) expect(band.top).toBeGreaterThan(bands[i - 1]?.bottom ?? -1)
      expect(bands[0]?.bottom).toBeGreaterThan(0.4)
    }
  })
  it('have scales on which a range fills its band', () => {
    const [min, max] = scaleFor([10, 20], { id: 'price', top: 0.1, content: 0.2, bottom: 0.6 })
    const place = (value: number) => (max - value) / (max - min)
    expect([place(20), place(10)]).toEqual([expect.closeTo(0.2), expect.closeTo(0.6)])
  })
  it('begin below the rows of their legend, which take at most a part of the pane', () => {
    const [price, volume, rsi] = bandsOf(['rsi'], 200, (id) => ({ price: 2, volume: 0, rsi: 20 })[id as 'price'] ?? 0)
    expect((price?.content ?? 0) * 200).toBeCloseTo(32)
    expect(volume?.content).toBe(volume?.top)
    const [top = 0, content = 0, bottom = 0] = [rsi?.top, rsi?.content, rsi?.bottom]
    expect((content - top) / (bottom - top)).toBeCloseTo(0.6)
  })
  it('have only whole rows of their legend above it', () => {
    for (const ratio of [1, 2])
      for (const paneHeight of [20, 40, 60, 200]) {
        const [price] = bandsOf([], paneHeight, (id) => (id === 'price' ? 3 : 0))
        const height = ((price?.content ?? 0) - (price?.top ?? 0)) * paneHeight * ratio
        const rows = rowsIn(height, ratio)
        expect(rows * LEGEND_LINE * ratio).toBeLessThan(height)
        expect(rows).toBe(paneHeight === 200 ? 3 : Math.max(0, Math.floor((height / ratio - 4) / LEGEND_LINE)))
      }
  })
  it('wrap a legend that is wider than the plot', () => {
    expect(wrapLegend([40, 40, 40], 100, 8)).toEqual([0, 2])
    expect(wrapLegend([300, 10], 100, 8)).toEqual([0, 1])
    expect(wrapLegend([], 100, 8)).toEqual([])
  })
  it('of MACD reach from its lowest to its highest value, and to zero', () => {
    const columns = { open: [1, 1], high: [1, 1], low: [1, 1], close: [1, 1], volume: [1, 1] }
    const rangeFor = (values: number[]) =>
      rangeOf('macd', { from: -0.5, to: 1.5 }, columns, [
        { id: 'macd', pane: 'macd', curves: [], values: [values] },
      ] as never)
    const [min, max] = rangeFor([2, 10])
    expect([min > -2, min < 0, max > 10, max < 12]).toEqual([true, true, true, true])
    expect(rangeFor([-10, -2])[1]).toBeLessThan(2)
  })
  it('show what is on screen, also when all prices are the same', () => {
    const columns = { open: [1, 5, 5], high: [2, 5, 5], low: [0, 5, 5], close: [1, 5, 5], volume: [9, 0, 0] }
    const [min, max] = rangeOf('price', { from: 0.6, to: 2.5 }, columns, [])
    expect([min < 5, max > 5, min > 4.9]).toEqual([true, true, true])
    expect(rangeOf('volume', { from: 0.6, to: 2.5 }, columns, [])).toEqual([0, 1])
  })
})

describe('labels', () => {
  it('are those within the scale and the nearest beyond each edge, in the order of their prices, with the number of the others', () => {
    const line = (id: string, kind: Line['kind']): Line => ({ id, kind, side: null, price: asPrice('1'), label: id })
    const lines = [
      line('far', 'order'),
      line('within', 'order'),
      line('near', 'order'),
      line('next', 'stopLoss'),
      line('farthest', 'order'),
      line('high', 'order'),
      line('higher', 'takeProfit'),
      line('liquidation', 'liquidation'),
    ]
    const positions = [400, 50, 210, 300, 900, -20, -90, 999]
    const labels = placeLabels(lines, positions, { top: 0, bottom: 200, last: 90, distance: 18 })
    expect(labels.map(({ line: { id }, more }) => [id, more])).toEqual([
      ['higher', 0],
      ['high', 0],
      ['within', 0],
      ['near', 0],
      ['next', 3],
    ])
  })
  it('without room on a side of the last price are those nearest to it', () => {
    const line = (id: string): Line => ({ id, kind: 'position', side: 'long', price: asPrice('1'), label: id })
    const labels = placeLabels([line('a'), line('b'), line('c'), line('d'), line('e')], [-50, 3, 10, 60, 150], {
      top: 0,
      bottom: 200,
      last: 30,
      distance: 18,
    })
    expect(labels.map(({ line: { id }, more }) => [id, more])).toEqual([
      ['c', 2],
      ['d', 0],
      ['e', 0],
    ])
  })
  it('of a low chart cover neither one another nor the last price', () => {
    const tags = [10, 20, 52, 60, 90].map((at) => ({ at }))
    expect(uncoveredTags(tags, 70, 18).map(({ at }) => at)).toEqual([52, 90, 20])
  })
  it('are at round prices', () => {
    expect(priceTicks([66_012, 67_180], 4)).toEqual([66_500, 67_000])
    expect(priceTicks([1.1, 1.1], 4)).toEqual([])
  })
  it.each(['en', 'ar'])('show the hour, and the date where a day begins (%s)', (lang) => {
    const format = createFormatter(lang, (key) => key, 'UTC')
    const rows = Array.from({ length: 80 }, (_, i) => row(1_794_960_000 - 8 * 3600 + i * 900))
    const labels = createTimeTicks('15m', format)(rows, { from: -0.5, to: 79.5 }, 5).map(({ label }) => label)
    expect(labels.length).toBeGreaterThan(2)
    expect(labels.filter((label) => /^\d\d-\d\d$/.test(label))).toHaveLength(1)
    expect(labels.filter((label) => /^\d\d:\d\d$/.test(label)).length).toBeGreaterThan(1)
  })
  it('of lines are pushed apart, and stay inside', () => {
    const places = separateLabels([100, 101, 50, 999, -7], 18, 10, 200)
    const order = places.toSorted((a, b) => a - b)
    for (const [i, place] of order.entries()) if (i > 0) expect(place - (order[i - 1] ?? 0)).toBeGreaterThanOrEqual(18)
    expect([order[0], order.at(-1), places[2]]).toEqual([10, 200, 50])
    expect(separateLabels([], 18, 0, 1)).toEqual([])
  })
  it('of a chart of ticks show seconds', () => {
    const rows = Array.from({ length: 60 }, (_, i) => row(1_794_960_000 + i))
    const labels = createTimeTicks('1s', format)(rows, { from: -0.5, to: 59.5 }, 4).map(({ label }) => label)
    expect(labels.length).toBeGreaterThan(1)
    expect(labels.every((label) => /^\d\d:\d\d:[0-5][05]$/.test(label))).toBe(true)
  })
  it('of a candle is as exact as its length asks for', () => {
    const shown = (['1s', '1m', '1d'] as const).map((interval) => candleTime(interval, format)(1_794_960_007))
    expect(shown.map((text) => text.replaceAll(/\d/g, '0'))).toEqual([
      '0000-00-00 00:00:00',
      '0000-00-00 00:00',
      '0000-00-00',
    ])
  })
  it.each(['America/New_York', 'Asia/Tokyo'])('of a day or a week is its day in UTC (%s)', (zone) => {
    const local = createFormatter('en', (key) => key, zone)
    const midnight = Date.UTC(2026, 10, 28) / 1000
    expect((['1d', '1w'] as const).map((interval) => candleTime(interval, local)(midnight))).toEqual([
      '2026-11-28',
      '2026-11-28',
    ])
  })
  it('of lines are above and below the tag of the last price, in the order of their prices', () => {
    const space = { top: 1, bottom: 209, last: 100, distance: 18 }
    const placed = (positions: number[], last: number | null = 100) => {
      const lines = positions.map((at): Line => ({
        id: String(at),
        kind: 'order',
        side: null,
        price: asPrice('1'),
        label: '',
      }))
      return placeLabels(lines, positions, { ...space, last }).map(({ labelAt }) => labelAt)
    }
    expect(placed([104, 95, 100])).toEqual([82, 118, 136])
    expect(placed([150, 50], null)).toEqual([50, 150])
    expect(placed([])).toEqual([])
    expect(placed([-80, 300])).toEqual([10, 200])
  })
  it('of lines cover no candle', () => {
    const columns = { high: [30, 90, 30], low: [10, 70, 10] }
    const area = { step: 10, x: (index: number) => index * 10 }
    const free = (left: number, right: number, top: number, bottom: number) =>
      isFree(columns, area, (price) => 100 - price, { left, right, top, bottom })
    expect(free(-5, 3, 0, 60)).toBe(true)
    expect(free(-5, 3, 65, 75)).toBe(false)
    expect(free(6, 14, 40, 100)).toBe(true)
    expect(free(6, 14, 20, 40)).toBe(false)
    expect(free(40, 90, 0, 100)).toBe(true)
  })
  it('count down', () =>
    expect([
      formatCountdown(59.2),
      formatCountdown(0),
      formatCountdown(-3),
      formatCountdown(61),
      formatCountdown(3_700),
    ]).toEqual(['1:00', '0:00', '0:00', '1:01', '1:01:40']))
})
