import { expect, it } from 'vitest'
import { daysBegun, daysEnded } from './days.ts'
import { DAY_SECONDS } from './interest.ts'

it.each([[-1, 0, 0], [0, 0, 1], [DAY_SECONDS - 1, 0, 1], [DAY_SECONDS, 1, 2], [7 * DAY_SECONDS - 1, 6, 7], [7 * DAY_SECONDS, 7, 8], [9 * DAY_SECONDS, 7, 10]])(
  '%i seconds after the start of a week, %i of its days have ended and %i have begun',
  (after, ended, begun) => expect([daysEnded(1_000, 7, 1_000 + after), daysBegun(1_000, 1_000 + after)]).toEqual([ended, begun]),
)
