import type { Handlers } from '../../../handler.ts'
import { notify } from '../notices.ts'
import { inUserTransaction } from '../userTransaction.ts'
import { closeAccount, closeInfo } from './closing.ts'
import { exportData } from './exportData.ts'

export const calls = {
  'user/close': (_, request) =>
    inUserTransaction(request, async (inside, user) => {
      await closeAccount(inside, user)
      return {}
    }),

  'user/close_info': (_, { user, context }) => closeInfo(context, user.id),

  'user/export': (_, request) =>
    inUserTransaction(request, async (inside, { id }) => {
      await notify(inside, id, 'dataExported', {})
      return await exportData(inside, id)
    }),
} satisfies Partial<Handlers>
