import { expect, it } from 'vitest'
import { startedDays, elapsedDays } from './days.ts'
import { SECONDS_PER_DAY } from './interest.ts'

it.each([
  [-1, 0, 0],
  [0, 0, 1],
  [SECONDS_PER_DAY - 1, 0, 1],
  [SECONDS_PER_DAY, 1, 2],
  [7 * SECONDS_PER_DAY - 1, 6, 7],
  [7 * SECONDS_PER_DAY, 7, 8],
  [9 * SECONDS_PER_DAY, 7, 10],
])('%i seconds after the start of a week, %i of its days have ended and %i have begun', (after, ended, begun) =>
  expect([elapsedDays(1_000, 7, 1_000 + after), startedDays(1_000, 1_000 + after)]).toEqual([ended, begun]),
)
