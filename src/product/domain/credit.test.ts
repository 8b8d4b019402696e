import { expect, test } from 'vitest'
import { CREDIT_POINTS, creditPoints, creditScoreOf } from './credit.ts'

test('the steps reach 100', () => {
  expect(Object.values(CREDIT_POINTS).reduce((sum, points) => sum + points, 0)).toBe(100)
})

test('an unknown step has no points', () => {
  expect([creditPoints('primary'), creditPoints('toString')]).toEqual([20, 0])
})

test('an overdue loan lowers the score, to 0 at least', () => {
  expect([100, 60, 20].map((points) => creditScoreOf(points, true))).toEqual([50, 10, 0])
  expect(creditScoreOf(100, false)).toBe(100)
})
