import type { Handlers } from '../../../handler.ts'
import { LATEST_FIRST, readPage } from '../../../kit/api/page.ts'
import { cancelWithdrawal } from './cancel.ts'
import { quoteEntity, quoteOf } from './options.ts'
import { addWithdrawal, withdrawalEntity, withdrawalInfo } from './withdrawals.ts'

export const calls = {
  'cashlist/log': async ({ mode, status, cancelled, currency, page, after }, { user, context: { db } }) => {
    let query = db
      .selectFrom('withdrawals')
      .selectAll()
      .where('user_id', '=', user.id)
      .where('mode', '=', mode ?? user.mode)
    if (typeof status === 'number') query = query.where('status', '=', BigInt(status))
    if (typeof currency === 'string') query = query.where('currency', '=', currency)
    if (typeof cancelled === 'boolean')
      query = query.where((eb) =>
        cancelled ? eb('reason', '=', 'cancelled') : eb.or([eb('reason', 'is', null), eb('reason', '<>', 'cancelled')]),
      )
    return await readPage(query, LATEST_FIRST, { page, after }, withdrawalEntity)
  },

  'wallet/cancel': async ({ mode, id, currency, amount }, { user, context }) =>
    withdrawalEntity(await cancelWithdrawal(context, user.id, { mode, id, currency, amount })),

  'wallet/out': async ({ mode, payee, currency, amount, fee, net }, { user, context }) =>
    withdrawalEntity(await addWithdrawal(context, user.id, { mode, payee, currency, amount, fee, net })),

  'wallet/out_info': async ({ mode }, { user, context }) => await withdrawalInfo(context, user.id, mode),

  'wallet/out_quote': async ({ mode, ...input }, { user, context }) => ({
    ...quoteEntity(mode, input.currency, await quoteOf(context, user.id, input)),
    lasts: context.operator.server.quoteSeconds,
  }),
} satisfies Partial<Handlers>
