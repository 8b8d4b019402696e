import { expect, it } from 'vitest'
import { elapsedDays } from './days.ts'

it.each([
  [-1, 0],
  [0, 0],
  [86_399, 0],
  [86_400, 1],
  [604_799, 6],
  [604_800, 7],
  [777_600, 7],
])('%i seconds after the start of a week, %i of its days have ended', (after, ended) =>
  expect(elapsedDays(1_000, 7, 1_000 + after)).toBe(ended),
)
