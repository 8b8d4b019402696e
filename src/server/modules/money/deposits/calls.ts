import type { Handlers } from '../../../handler.ts'
import { LATEST_FIRST, readPage } from '../../../kit/api/page.ts'
import { addDeposit, depositEntity } from './deposits.ts'
import { depositInstructions } from './instructions.ts'
import { depositCurrencies, depositOptions, optionOf } from './options.ts'

export const calls = {
  'chargelist/log': async ({ mode, status, currency, page, after }, { user, context: { db, clock } }) => {
    let query = db
      .selectFrom('deposits')
      .selectAll()
      .where('user_id', '=', user.id)
      .where('mode', '=', mode ?? user.mode)
    if (typeof status === 'number') query = query.where('status', '=', BigInt(status))
    if (typeof currency === 'string') query = query.where('currency', '=', currency)
    return await readPage(query, LATEST_FIRST, { page, after }, (row) => depositEntity(db, row, clock.now()))
  },

  'wallet/charge_info': (_, { context: { operator } }) => {
    const options = depositOptions(operator)
    return { options, currencies: depositCurrencies(options) }
  },

  'wallet/charge_req': async (payload, { user, context }) =>
    depositEntity(context.db, await addDeposit(context, user.id, payload), context.clock.now()),

  'wallet/get_in_address': (payload, { user, context: { operator } }) =>
    depositInstructions(user.id, optionOf(operator, payload)),
} satisfies Partial<Handlers>
