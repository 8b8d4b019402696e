import { max, min } from '../../../../engine/language/values/decimal.ts'
import { statusAt } from '../../../../product/domain/status.ts'
import type { Handlers } from '../../../handler.ts'
import { ownRow } from '../../../kit/ownRow.ts'
import { decimal, floorToTraded, tradedUnit } from '../../../kit/ledger/index.ts'
import { cancelOrder, quoteSale, sellOrder } from './exits.ts'
import { listOrders } from './list.ts'
import { addOrder, checkSeconds, orderEntity } from './orders.ts'
import { settleExpired } from './settle.ts'
import { listingOf, quoteOf, termsOf, TIE } from './terms.ts'

export const calls = {
  'microtrade/cancel': async (input, { user, context }) =>
    orderEntity(context, await cancelOrder(context, user.id, input)),

  'microtrade/lists': (payload, { user, context }) => listOrders(context, user, ['crypto'], payload),

  'microtrade/order': async ({ id }, { user, context }) => {
    const { db, clock } = context
    const find = () => ownRow(db, 'seconds_orders', user.id, id)
    let row = await find()
    // Settles an expired order here too: the client polls when the countdown ends, and must not see a profit that is not booked yet.
    if (statusAt('secondsOrder', row.status) === 'running' && row.expires <= BigInt(clock.now())) {
      await settleExpired(context, row)
      row = await find()
    }
    return orderEntity(context, row)
  },

  'microtrade/payable_currencies': async ({ mode, symbol }, { user, context }) => {
    const { ledger, market } = context
    const terms = termsOf(context, listingOf(market, symbol))
    const rows = [...new Set(terms.map(({ currency }) => currency))].map(async (currency) => {
      const { posted, available } = await ledger.balance(user.id, mode ?? user.mode, 'contract', currency)
      const own = terms.filter((term) => term.currency === currency)
      return {
        currency,
        balance: decimal(posted, currency),
        available: decimal(floorToTraded(available, currency), currency),
        minimum: own.map(({ minimum }) => minimum).reduce(min),
        maximum: own.map(({ maximum }) => maximum).reduce(max),
        step: decimal(tradedUnit(currency), currency),
      }
    })
    return { rows: await Promise.all(rows) }
  },

  'microtrade/quote': async (payload, { user, context }) => {
    await checkSeconds(context, user.id, payload.symbol)
    return quoteOf(context, payload)
  },

  'microtrade/seconds': ({ symbol }, { context }) => ({
    symbol,
    tie: TIE,
    rows: termsOf(context, listingOf(context.market, symbol)),
  }),

  'microtrade/sell': async (input, { user, context }) => orderEntity(context, await sellOrder(context, user.id, input)),

  'microtrade/sell_quote': async ({ id }, { user, context }) => await quoteSale(context, user.id, id),

  'microtrade/submit': async (payload, { user, context }) =>
    orderEntity(context, await addOrder(context, user, ['crypto'], payload)),

  'microtrade/whlists': (payload, { user, context }) => listOrders(context, user, ['forex', 'metal'], payload),

  'microtrade/whsubmit': async (payload, { user, context }) =>
    orderEntity(context, await addOrder(context, user, ['forex', 'metal'], payload)),
} satisfies Partial<Handlers>
