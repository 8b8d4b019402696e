import type { Handlers } from '../api/handler.ts'
import { statistics } from './statistics.ts'

export const calls = {
  'user/datastatistics': ({ mode }, { user, context: { db, clock } }) =>
    statistics(db, user.id, mode ?? user.mode, clock.now()),
} satisfies Partial<Handlers>
