import type { Handlers } from '../../../handler.ts'
import { inUserTransaction } from '../../identity/userTransaction.ts'
import { firstStepsOf } from './firstSteps.ts'

export const calls = {
  'user/first_steps': async (_, { user, context: { db } }) => ({
    steps: await firstStepsOf(db, user),
    dismissed: user.first_steps_dismissed !== null,
  }),

  'user/first_steps_dismiss': (_, request) =>
    inUserTransaction(request, async ({ db, clock }, { id }) => {
      await db.updateTable('users').set({ first_steps_dismissed: clock.now() }).where('id', '=', id).execute()
      return {}
    }),
} satisfies Partial<Handlers>
