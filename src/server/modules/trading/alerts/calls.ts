import type { Handlers } from '../../../handler.ts'
import { refuse } from '../../../kit/errors.ts'
import { inUserTransaction } from '../../identity/userTransaction.ts'
import { addAlert, alertEntity, alertsOf, changeAlert, MAX_WAITING } from './alerts.ts'

export const calls = {
  'alert/add': (payload, request) => inUserTransaction(request, (inside, { id }) => addAlert(inside, id, payload)),

  'alert/change': (payload, request) =>
    inUserTransaction(request, (inside, { id }) => changeAlert(inside, id, payload)),

  'alert/list': async (_, { user, context: { db, market } }) => ({
    rows: (await alertsOf(db, user.id)).flatMap((alert) => {
      const listing = market.listing(alert.symbol)
      return listing ? [alertEntity(alert, listing)] : []
    }),
    most: MAX_WAITING,
  }),

  'alert/remove': ({ id }, request) =>
    inUserTransaction(request, async ({ db }, user) => {
      const { numDeletedRows } = await db
        .deleteFrom('price_alerts')
        .where('id', '=', id)
        .where('user_id', '=', user.id)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) throw refuse('dataNotFound')
      return {}
    }),
} satisfies Partial<Handlers>
