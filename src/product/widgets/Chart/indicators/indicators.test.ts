import { SMA } from 'trading-signals'
import { describe, expect, it } from 'vitest'
import { createEma, createMacd, updateIndicator, computeIndicator, INDICATORS, type IndicatorId } from './indicators.ts'
import reference from './reference.json' with { type: 'json' }

/** Published tables are rounded to hundredths, and so are some of their inputs. */
const near = (actual: readonly (number | null | undefined)[], expected: readonly number[], within = 0.0101) => {
  expect(actual).toHaveLength(expected.length)
  for (const [i, value] of expected.entries())
    expect(
      Math.abs((actual[i] ?? Number.NaN) - value),
      `value ${i}: ${String(actual[i])} for ${value}`,
    ).toBeLessThanOrEqual(within)
}

describe('published values', () => {
  it(reference.ema10.source, () => {
    const { closes, from, sma, ema } = reference.ema10
    const [plain, weighted] = [new SMA(10), createEma(10)]
    const values = closes.map((close) => [plain.update(close, false), weighted.update(close, false)])
    expect(
      values
        .slice(0, from)
        .flat()
        .every((value) => value === null),
    ).toBe(true)
    near(
      values.slice(from).map(([value]) => value),
      sma,
    )
    near(
      values.slice(from).map(([, value]) => value),
      ema,
    )
  })
  it(reference.rsi14.source, () => {
    const { closes, from, rsi } = reference.rsi14
    const [values = []] = computeIndicator('rsi', closes).values
    expect(values.slice(0, from)).toEqual(Array.from({ length: from }, () => null))
    near(values.slice(from), rsi)
  })
  it(reference.macd.source, () => {
    const { closes, from, macd, signalFrom, signal } = reference.macd
    const indicator = createMacd()
    const values = closes.map((close) => indicator.update(close, false))
    near(
      values.slice(from).map(([value]) => value),
      macd,
      1e-5,
    )
    near(
      values.slice(signalFrom).map(([, value]) => value),
      signal,
      1e-5,
    )
    for (const [line, average, bar] of values.slice(signalFrom))
      expect(bar).toBeCloseTo((line ?? 0) - (average ?? 0), 10)
    expect(values.slice(0, signalFrom).every(([, average]) => average === null)).toBe(true)
  })
  it(reference.boll20.source, () => {
    const { closes, from, middle, upper, lower } = reference.boll20
    const [mid = [], up = [], low = []] = computeIndicator('boll', closes).values
    near(mid.slice(from), middle)
    near(up.slice(from), upper, 0.0151)
    near(low.slice(from), lower, 0.0151)
  })
})

const ids = Object.keys(INDICATORS) as IndicatorId[]
const closes = reference.macd.closes

describe.each(ids)('%s', (id) => {
  it('has the same values whether the last close came at once or by ticks', () => {
    for (let count = 1; count <= closes.length; count++) {
      const prefix = closes.slice(0, count)
      const live = computeIndicator(id, prefix.slice(0, -1))
      for (const tick of [1, 900, 433.3, prefix.at(-1) ?? 0]) updateIndicator(live, [...prefix.slice(0, -1), tick])
      const [actual, expected] = [
        live.values.map((column) => column.at(-1)),
        computeIndicator(id, prefix).values.map((column) => column.at(-1)),
      ]
      for (const [curve, value] of expected.entries()) {
        if (typeof value === 'number') expect(actual[curve], `${id} of ${count}`).toBeCloseTo(value, 8)
        else expect(actual[curve]).toBe(value)
      }
    }
  })
  it('goes on from candle to candle as if they had all been there', () => {
    const live = computeIndicator(id, closes.slice(0, 5))
    for (let count = 6; count <= closes.length; count++)
      for (const tick of [500, closes[count - 1] ?? 0]) updateIndicator(live, [...closes.slice(0, count - 1), tick])
    for (const [curve, column] of computeIndicator(id, closes).values.entries()) {
      expect(live.values[curve]).toHaveLength(column.length)
      for (const [i, value] of column.entries()) expect(live.values[curve]?.[i] ?? -1).toBeCloseTo(value ?? -1, 8)
    }
  })
})

describe('settings of curves', () => {
  const closes = Array.from({ length: 60 }, (_, i) => 100 + Math.sin(i / 3) * 5)

  it('give a curve its period, name and colour, and leave the others as published', () => {
    const { curves, values } = computeIndicator('ma', closes, [{ id: 'ma2', period: 7, color: 'curve-pink' }])
    expect(curves.map(({ name, color }) => `${name} ${color}`)).toEqual(['MA5 gold', 'MA7 curve-pink', 'MA30 warning'])
    expect(values.map((column) => column.findIndex((value) => value !== null))).toEqual([4, 6, 29])
  })

  it.each([
    ['ema', 'ema1', 'EMA9'],
    ['boll', 'boll', 'BOLL9'],
    ['macd', 'macd3', 'DEA9'],
    ['rsi', 'rsi', 'RSI9'],
  ] as const)('name a curve of %s after its period', (id, curve, name) => {
    const { curves } = computeIndicator(id, closes, [{ id: curve, period: 9, color: 'curve-teal' }])
    expect(curves.find((curve) => curve.name === name)?.color).toBe('curve-teal')
  })
})
