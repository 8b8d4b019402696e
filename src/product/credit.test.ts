import { expect, test } from 'vitest'
import { CREDIT_POINTS, creditPoints } from './credit.ts'

test('the steps reach 100', () => {
  expect(Object.values(CREDIT_POINTS).reduce((sum, points) => sum + points, 0)).toBe(100)
})

test('an unknown step has no points', () => {
  expect([creditPoints('primary'), creditPoints('toString')]).toEqual([20, 0])
})
