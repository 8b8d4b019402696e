import { asUnixSeconds } from '../../engine/language/values/time.ts'
import type { Handlers } from '../api/handler.ts'
import { AGREED_DOCUMENTS } from '../content/calls.ts'
import { notify } from '../identity/notices.ts'
import { inUserTransaction } from '../identity/userTransaction.ts'
import { closeAccount, closeInfo } from './closing.ts'
import { exportData } from './exportData.ts'

export const calls = {
  'user/agreements': async (_, { user, context: { db } }) => {
    const { terms_version: version, terms_time: agreed } = user
    const documents =
      version === null || agreed === null
        ? []
        : AGREED_DOCUMENTS.map((document) => ({ document, version, time: asUnixSeconds(agreed) }))
    const accepted = await db
      .selectFrom('trade_activations')
      .select(({ fn }) => ['product', fn.min('created').as('first')])
      .where('user_id', '=', user.id)
      .groupBy('product')
      .orderBy('product')
      .execute()
    const risks = accepted.map(({ product, first }) => ({ product, time: asUnixSeconds(first) }))
    return { documents, risks }
  },

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
