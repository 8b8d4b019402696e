import { describe, expect, it } from 'vitest'
import { branded } from '../../../../engine/language/values/branded.ts'
import { asPrice } from '../../../../engine/language/values/decimal.ts'
import { createFormatter } from '../../../../engine/language/values/formatter.ts'
import type { Candle } from '../candles.ts'
import { countValues } from './legendRows.ts'
import { formatCountdown, placeLabels, separateLabels, uncoveredTags, type Line } from './lines.ts'
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
    for (const below of [[], ['volume'], ['volume', 'rsi'], ['volume', 'macd', 'rsi']] as const) {
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
    const [price, volume, rsi] = bandsOf(
      ['volume', 'rsi'],
      200,
      (id) => ({ price: 2, volume: 0, rsi: 20 })[id as 'price'] ?? 0,
    )
    expect((price?.content ?? 0) * 200).toBeCloseTo(32)
    expect(volume?.content).toBe(volume?.top)
    const [top = 0, content = 0, bottom = 0] = [rsi?.top, rsi?.content, rsi?.bottom]
    expect((content - top) / (bottom - top)).toBeCloseTo(0.6)
  })
  it('have only whole rows of their legend above it', () => {
    for (const ratio of [1, 2])
      for (const paneHeight of [20, 40, 60, 200]) {
        const [price] = bandsOf(['volume'], paneHeight, (id) => (id === 'price' ? 3 : 0))
        const height = ((price?.content ?? 0) - (price?.top ?? 0)) * paneHeight * ratio
        const rows = rowsIn(height, ratio)
        expect(rows * LEGEND_LINE * ratio).toBeLessThan(height)
        expect(rows).toBe(paneHeight === 200 ? 3 : Math.max(0, Math.floor((height / ratio - 4) / LEGEND_LINE)))
      }
  })
  it('have the names of a legend in one row, and the values that fit beside them', () => {
    expect(countValues([10, 10, 10], [30, 30, 30], 106, 8)).toBe(3)
    expect(countValues([10, 10, 10], [30, 30, 30], 105, 8)).toBe(2)
    expect(countValues([10, 10, 10], [30, 30, 30], 20, 8)).toBe(0)
    expect(countValues([], [], 100, 8)).toBe(0)
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
  const lineAt = (at: number): Line => ({ id: String(at), kind: 'order', side: null, price: asPrice('1'), label: '' })
  /** Labels and numbers at the positions of lines, as text. */
  function place(positions: number[], last: number | null): string[] {
    const space = { top: 0, bottom: 200, last, distance: 18 }
    const { labels, counts } = placeLabels(positions.map(lineAt), positions, space)
    return [
      ...labels.map(({ at, labelAt }) => `${at}: ${labelAt}`),
      ...counts.map(({ isAbove, number, at }) => `${isAbove ? 'above' : 'below'} ${number}: ${at}`),
    ]
  }
  it('are those within the scale and of one line beyond an edge; a number counts several', () => {
    expect(place([400, 50, 150, 300, -20], 90)).toEqual(['-20: 9', '50: 50', '150: 150', 'below 2: 191'])
    expect(place([-20, 195, -90, 500], 90)).toEqual(['195: 173', '500: 191', 'above 2: 9'])
  })
  it('without room on a side of the last price are those nearest to it', () =>
    expect(place([3, 10, 60, 150, 20], 50)).toEqual(['20: 27', '60: 68', '150: 150', 'above 2: 9']))
  it('without room for any have none, and no number', () => expect(place([3, 4], 10)).toEqual([]))
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
    expect(place([104, 95, 100], 100)).toEqual(['95: 82', '100: 118', '104: 136'])
    expect(place([150, 50], null)).toEqual(['50: 50', '150: 150'])
    expect(place([], 100)).toEqual([])
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
