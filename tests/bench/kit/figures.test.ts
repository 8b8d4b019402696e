import { expect, it } from 'vitest'
import { compareElements } from '../interaction/elements.ts'
import { multiplierOf } from '../lighthouse.ts'
import { orderOf, typical } from './measure.ts'
import { growthOf } from '../sessions.ts'

it.each([
  [100, 1],
  [150, 1],
  [475, 1.5],
  [800, 2],
  [1_050, 2.5],
  [1_533, 4],
  [2_234, 7],
])('the multiplier of a machine of index %d is %d', (index, multiplier) => {
  expect(multiplierOf(index)).toBeCloseTo(multiplier, 5)
})

it('growth is that of the regression line', () => {
  expect(growthOf([5, 5, 5])).toBe(0)
  expect(growthOf([10, 11, 12])).toBeCloseTo(0.2)
  // One garbage collection more or less is no growth.
  expect(growthOf([10, 11, 10, 11, 10])).toBeCloseTo(0)
})

it('the figure of a contestant is the median of its faster half', () => {
  expect(typical([9, 1, 2, 3])).toBe(2)
})

it('each contestant follows each other one once', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const pairs = names.flatMap((_, round) => {
    const order = orderOf(names, round)
    return order.slice(1).map((name, i) => `${order[i]}${name}`)
  })
  expect(new Set(pairs).size).toBe(30)
})

it('another class, order or number of elements fails', () => {
  const elements = Array.from({ length: 12 }, (_, i) => `div a${i}`)
  expect(() => compareElements('page', elements, elements)).not.toThrow()
  expect(() => compareElements('page', elements, elements.with(3, 'div b'))).toThrow(/differ at 3/)
  expect(() => compareElements('page', elements, elements.slice(1))).toThrow(/differ at 0/)
  expect(() => compareElements('page', elements, [...elements, 'div'])).toThrow(/differ at 12/)
  expect(() => compareElements('page', [], [])).toThrow(/0 elements/)
})
