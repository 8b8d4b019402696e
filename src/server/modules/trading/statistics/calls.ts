import type { Handlers } from '../../../handler.ts'
import { results } from './results.ts'
import { statistics } from './statistics.ts'

export const calls = {
  'user/datastatistics': ({ mode, timeZone }, { user, context: { db, clock } }) =>
    statistics(db, user.id, mode ?? user.mode, clock.now(), timeZone),
  'trade/results': ({ mode, ...input }, { user, context }) => results(context, user.id, mode ?? user.mode, input),
} satisfies Partial<Handlers>
