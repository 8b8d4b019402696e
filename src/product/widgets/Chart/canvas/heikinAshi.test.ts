import { array, assert, double, property, tuple } from 'fast-check'
import { expect, it } from 'vitest'
import type { Columns } from '../candles.ts'
import { createHeikinAshi } from './heikinAshi.ts'

const candles = (...rows: [open: number, high: number, low: number, close: number][]): Columns => ({
  open: rows.map(([open]) => open),
  high: rows.map(([, high]) => high),
  low: rows.map(([, , low]) => low),
  close: rows.map(([, , , close]) => close),
  volume: rows.map(() => 1),
})

it('has the mean of the prices as its close and the middle of the body before as its open', () => {
  const { open, high, low, close } = createHeikinAshi().update(
    candles([10, 14, 8, 12], [12, 13, 11, 12], [30, 31, 29, 30]),
  )
  expect(open).toEqual([11, 11, 11.5])
  expect(close).toEqual([11, 12, 30])
  expect(high).toEqual([14, 13, 31])
  // The body before is far below: the open is lower than the candle itself.
  expect(low).toEqual([8, 11, 11.5])
})

const price = double({ min: 1, max: 1000, noNaN: true })
const row = tuple(price, price, price, price).map(([a, b, c, d]): [number, number, number, number] => [
  a,
  Math.max(a, b, c, d),
  Math.min(a, b, c, d),
  d,
])

it('is the same after ticks, further candles and older ones as when it is computed again', () => {
  assert(
    property(array(row, { minLength: 2, maxLength: 30 }), array(row, { maxLength: 5 }), (rows, older) => {
      const followed = createHeikinAshi()
      for (let count = 1; count <= rows.length; count++) {
        const [last] = rows.slice(count - 1)
        const ticking = candles(...rows.slice(0, count - 1), [
          last?.[0] ?? 1,
          last?.[0] ?? 1,
          last?.[0] ?? 1,
          last?.[0] ?? 1,
        ])
        followed.update(ticking)
        expect(followed.update(candles(...rows.slice(0, count)))).toEqual(
          createHeikinAshi().update(candles(...rows.slice(0, count))),
        )
      }
      const all = candles(...older, ...rows)
      expect(followed.update(all)).toEqual(createHeikinAshi().update(all))
    }),
  )
})
