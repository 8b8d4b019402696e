import type { Handlers } from '../../../handler.ts'
import { refuse } from '../../../kit/errors.ts'
import { notify } from '../../identity/notices.ts'
import { inUserTransaction } from '../../identity/userTransaction.ts'
import { payeeHolds } from '../../identity/security/holds.ts'
import { isPending } from '../withdrawals/withdrawals.ts'
import { addPayee, addressEntity, cardEntity, COINS, displayNumber, payeesOf, payeeUse } from './payees.ts'
import type { PayeeRow } from './tables.ts'
import { switchWhitelist, whitelistOf } from './whitelist.ts'

export const calls = {
  'safe/whitelist': (_, { user, context }) => whitelistOf(context, user.id),

  'safe/whitelist_set': ({ way }, request) =>
    inUserTransaction(request, async (inside, { id }) => {
      await switchWhitelist(inside, id, way)
      await notify(inside, id, way === 'on' ? 'whitelistOn' : 'whitelistOff', {})
      return {}
    }),

  'user/cash_del': ({ id }, request) =>
    inUserTransaction(request, async ({ db, clock }, user) => {
      if (await isPending(db, user.id, { payee: id })) throw refuse('withdrawalPending')
      const { numUpdatedRows } = await db
        .updateTable('payees')
        .set({ deleted: clock.now() })
        .where('id', '=', id)
        .where('user_id', '=', user.id)
        .where('deleted', 'is', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw refuse('noPermissionToDeleteAddress')
      return {}
    }),

  'user/cash_info': async (_, { user, context }) => {
    const rows = await payeesOf(context.db, user.id)
    const { holds, paid } = await payeeHolds(context, user.id, rows)
    const useOf = ({ id }: PayeeRow) => payeeUse(paid.get(id), holds.get(id)?.until)
    return {
      cards: rows.filter(({ kind }) => kind === 'card').map((row) => cardEntity(row, useOf(row))),
      addresses: rows.filter(({ kind }) => kind === 'address').map((row) => addressEntity(row, useOf(row))),
      coins: COINS.map(({ currency, networks }) => ({ currency, networks })),
    }
  },

  'user/cash_label': ({ id, label = null }, request) =>
    inUserTransaction(request, async ({ db }, user) => {
      const { numUpdatedRows } = await db
        .updateTable('payees')
        .set({ label })
        .where('id', '=', id)
        .where('user_id', '=', user.id)
        .where('deleted', 'is', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw refuse('dataNotFound')
      return {}
    }),

  'user/cash_save': (payload, request) =>
    inUserTransaction(request, async (inside, user) => {
      const payee = await addPayee(inside.db, user.id, payload, inside.clock.now())
      await notify(inside, user.id, 'payeeAdded', { to: displayNumber(payee) })
      return { id: payee.id }
    }),
} satisfies Partial<Handlers>
