import { expect, it } from 'vitest'
import { implementations } from './functions.ts'

it.each([
  [24, 2, true],
  [12, 1, true],
  [1, 3, false],
])('a plant of %i leaves after %i days: thirsty is %s', (leaves, days, thirsty) => {
  expect(implementations.needsWater([leaves, days])).toBe(thirsty)
})
