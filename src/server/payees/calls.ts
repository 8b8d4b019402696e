import type { Handlers } from '../api/handler.ts'
import { refuse } from '../errors.ts'
import { inTransaction, userLock } from '../storage/transaction.ts'
import { isPending } from '../withdrawals/withdrawals.ts'
import { addPayee, addressEntity, cardEntity, COINS, payeesOf } from './payees.ts'

export const calls = {
  'user/cash_del': async ({ id }, { user, context: { db, clock } }) =>
    await inTransaction(db, [userLock(user.id)], async (trx) => {
      if (await isPending(trx, user.id, { payee: id })) throw refuse('withdrawalPending')
      const { numUpdatedRows } = await trx
        .updateTable('payees')
        .set({ deleted: clock.now() })
        .where('id', '=', id)
        .where('user_id', '=', user.id)
        .where('deleted', 'is', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw refuse('noPermissionToDeleteAddress')
      return {}
    }),

  'user/cash_info': async (_, { user, context: { db } }) => {
    const rows = await payeesOf(db, user.id)
    return {
      cards: rows.filter(({ kind }) => kind === 'card').map(cardEntity),
      addresses: rows.filter(({ kind }) => kind === 'address').map(addressEntity),
      coins: COINS.map(({ currency, networks }) => ({ currency, networks })),
    }
  },

  'user/cash_save': async (payload, { user, context: { db, clock } }) => ({
    id: await inTransaction(db, [userLock(user.id)], (trx) => addPayee(trx, user.id, payload, clock.now())),
  }),
} satisfies Partial<Handlers>
