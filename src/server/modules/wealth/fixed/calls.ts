import type { Handlers } from '../../../handler.ts'
import { ordersOf, recordsOf, sumOf } from './listing.ts'
import { breakContract, breakOf, orderEntity, orderOf, subscribe } from './orders.ts'
import { priceOf, productsOf, quoteEntity } from './products.ts'

export const calls = {
  'lh/deposit': async ({ mode, product, currency, amount, interest, ends, terms }, { user, context }) =>
    orderEntity(await subscribe(context, user.id, { mode, product, currency, amount, interest, ends, terms })),

  'lh/deposit/cancel': async ({ mode, id, currency, cost, back }, { user, context }) =>
    orderEntity(await breakContract(context, user.id, { mode, id, currency, cost, back })),

  'lh/deposit/cancel_quote': async ({ id }, { user, context: { db, clock, operator } }) => ({
    ...breakOf(await orderOf(db, user.id, id), clock.now()),
    lasts: operator.server.quoteSeconds,
  }),

  'lh/deposit/config': async ({ mode }, { user, context }) => ({
    products: await productsOf(context, user.id, mode),
  }),

  'lh/deposit/order': async ({ mode, status, id, page, after }, { user, context: { db } }) => {
    if (typeof id === 'string') return { rows: [orderEntity(await orderOf(db, user.id, id))], next: null }
    return await ordersOf(db, user.id, { mode: mode ?? user.mode, status: status ?? null, page, after })
  },

  'lh/deposit/ordersum': async ({ mode }, { user, context: { db } }) => ({
    rows: await sumOf(db, user.id, mode ?? user.mode),
  }),

  'lh/deposit/quote': async ({ mode, ...input }, { user, context }) => ({
    ...quoteEntity(mode, context.clock.now(), context.content.agreements, await priceOf(context, user.id, mode, input)),
    lasts: context.operator.server.quoteSeconds,
  }),

  'lh/deposit/records': async ({ mode, order, page, after }, { user, context: { db } }) =>
    await recordsOf(db, user.id, typeof order === 'string' ? { order } : { mode: mode ?? user.mode }, { page, after }),
} satisfies Partial<Handlers>
