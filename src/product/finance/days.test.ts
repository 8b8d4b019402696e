import { expect, it } from 'vitest'
import { startedDays, elapsedDays } from './days.ts'

it.each([
  [-1, 0, 0],
  [0, 0, 1],
  [86_399, 0, 1],
  [86_400, 1, 2],
  [604_799, 6, 7],
  [604_800, 7, 8],
  [777_600, 7, 10],
])('%i seconds after the start of a week, %i of its days have ended and %i have begun', (after, ended, begun) =>
  expect([elapsedDays(1_000, 7, 1_000 + after), startedDays(1_000, 1_000 + after)]).toEqual([ended, begun]),
)
