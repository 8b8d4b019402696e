import { statusIndex } from '../../../../product/domain/status.ts'
import type { Handlers } from '../../../handler.ts'
import { LATEST_FIRST, readPage } from '../../../kit/api/page.ts'
import { refuse } from '../../../kit/errors.ts'
import { amendOrder, cancelOrder, cancelOrders, orderEntity, placeOrder } from './orders.ts'
import { infoOf, priceOrder, quoteEntity, withinBalance } from './terms.ts'

const OPEN = BigInt(statusIndex('spotOrder', 'open'))

export const calls = {
  'coin/amend': async ({ mode, ...input }, { user, context }) =>
    orderEntity(context, await amendOrder(context, user.id, mode, { mode, ...input })),

  'coin/cancel': async ({ mode, id }, { user, context }) => {
    const order = await cancelOrder(context, user.id, mode, id)
    return orderEntity(context, order)
  },

  'coin/cancel_all': async ({ mode, ids }, { user, context }) => await cancelOrders(context, user.id, mode, ids),

  'coin/detail': async ({ id }, { user, context }) => {
    const order = await context.db
      .selectFrom('spot_orders')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    if (!order) throw refuse('tradeRecordNotFound')
    return orderEntity(context, order)
  },

  'coin/info': async ({ mode, symbol }, { user, context }) => await infoOf(context, user.id, mode, symbol),

  'coin/list': async ({ mode, symbol, state, page, after }, { user, context }) => {
    let query = context.db
      .selectFrom('spot_orders')
      .selectAll()
      .where('user_id', '=', user.id)
      .where('mode', '=', mode ?? user.mode)
    if (typeof symbol === 'string') query = query.where('symbol', '=', symbol)
    if (state) query = query.where('status', state === 'open' ? '=' : '<>', OPEN)
    return await readPage(query, LATEST_FIRST, { page, after }, (row) => orderEntity(context, row))
  },

  'coin/quote': async ({ price = null, ...rest }, { user, context }) => {
    const input = await withinBalance(context, user.id, user.mode, { ...rest, price, seen: price })
    return quoteEntity(input, priceOrder(context, input), context.operator.server.spot)
  },

  'coin/trade': async ({ mode, ...input }, { user, context }) => {
    const order = await placeOrder(context, user.id, mode, input)
    return orderEntity(context, order)
  },
} satisfies Partial<Handlers>
