import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { branded } from '../../language/values/branded.ts'
import { asPrice } from '../../language/values/decimal.ts'
import { barScale, buyersShare, type Level } from '../../../product/widgets/OrderBook/levels.ts'
import { widthOf } from '../Bars/Bars.lazy.tsx'
import { arcs, percents } from '../Donut/shares.ts'
import { polylinePoints } from '../Sparkline/line.ts'
import { shareOf } from './share.ts'

const anyNumber = fc.oneof(fc.double(), fc.constantFrom(0, -0, Number.NaN, Infinity, -Infinity, Number.MAX_VALUE))
const within = (value: number, least: number, most: number): boolean => value >= least && value <= most

it('a share of a whole that is none is 0', () => {
  expect([shareOf(1, 4), shareOf(9, 3), shareOf(-1, 3), shareOf(Infinity, 2)]).toEqual([0.25, 1, 0, 1])
  expect([
    shareOf(1, 0),
    shareOf(0, 0),
    shareOf(1, Number.NaN),
    shareOf(Number.NaN, 1),
    shareOf(1, Infinity),
    shareOf(1, -2),
  ]).toEqual([0, 0, 0, 0, 0, 0])
})

it('a shape drawn to scale lies within its drawing, for any numbers', () => {
  fc.assert(
    fc.property(fc.array(anyNumber, { maxLength: 6 }), anyNumber, (values, total) => {
      const level = (value: number): Level => branded<Level>({ price: asPrice('1'), quantity: `${value}` })
      const levels = values.map(level)
      const drawn = polylinePoints(values.map(String), 100, 20)
      return (
        within(widthOf(values[0] ?? 0, total), 0, 100) &&
        arcs(values).every(({ start, length }) => within(start, 0, 101) && within(length, 0, 101)) &&
        percents(values).every((percent) => within(Number(percent), 0, 100)) &&
        (drawn === '' || drawn.split(/[ ,]/).every((part) => within(Number(part), 0, 100))) &&
        Number.isFinite(barScale(levels.map(({ quantity }) => ({ total: quantity })))) &&
        within(buyersShare(levels, levels.slice(1)), 0, 100)
      )
    }),
  )
})
