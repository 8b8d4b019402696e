import { add, asMoney } from '../../../../engine/language/values/decimal.ts'
import { closingPrice, maxLots } from '../../../../product/trading/leverage.ts'
import type { Price } from '../../../../engine/language/values/units.ts'
import type { LeverDeal } from '../../../../generated/entities.ts'
import type { Handlers } from '../../../handler.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import { inUserTransaction } from '../../identity/userTransaction.ts'
import { accountOf } from '../../money/wallet/accountEntity.ts'
import { UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { pricesNow } from '../market/valuation.ts'
import { listingOf } from '../permission.ts'
import { firstCrossing } from '../triggers.ts'
import { checkAccountActive } from '../../money/wallet/accountChecks.ts'
import { refuseLedgerErrorAs } from '../../money/wallet/ledgerErrors.ts'
import { positionTotalsOf } from './account.ts'
import { amendOrder } from './amend.ts'
import { closeAtMarket, closeByOwner, hasClosingTick, isClosable, untriggeredPosition } from './close.ts'
import {
  cancelCloseOrder,
  closeOrderEntity,
  closeOrdersPage,
  executeDue,
  executeOwnDue,
  placeCloseOrder,
} from './closeOrders.ts'
import { dealEntity, orderEntity, positionEntity } from './entities.ts'
import { cancelOrder, fillingTrigger, OPEN, placeOrder, TRADING, type Variant } from './open.ts'
import { addMargin, quoteMargin } from './margin.ts'
import { quoteOrder, quoteStops } from './quote.ts'
import { quoteReversal, reversePosition } from './reverse.ts'
import { checkStops } from './stops.ts'
import { contractOf, currentTick, listingOrThrow, termsEntity, termsOf } from './terms.ts'
import { orderOf, ordersOf, tradesOf } from './trades.ts'

/** Closes a position by its owner, after the close orders whose tick has come. */
async function closed(
  context: ServerContext,
  userId: string,
  variant: Variant,
  asked: Parameters<typeof closeByOwner>[3],
): Promise<LeverDeal> {
  await executeOwnDue(context, userId, asked)
  return await dealEntity(context, await closeByOwner(context, userId, variant, asked))
}

export const calls = {
  'lever/amend': async (input, { user, context }) => orderEntity(context, await amendOrder(context, user.id, input)),

  'lever/cancel': async ({ mode, id }, { user, context }) => {
    const { db, clock } = context
    await checkAccountActive(db, user.id, mode)
    const row = await orderOf(db, user.id, id)
    // The user's own order, but in the other mode.
    if (row.mode !== mode) throw refuse('unauthorizedOperation')
    if (row.status !== OPEN) throw refuse('orderCannotBeCancelled')
    // A tick may have filled the order, with the booking still due.
    const filled = firstCrossing(context, row, fillingTrigger(row), clock.nowMs()) !== null
    if (filled || !(await cancelOrder(context, row, 'user').catch(refuseLedgerErrorAs('frozenBalanceZero'))))
      throw refuse('cancelFailed')
    return orderEntity(context, await orderOf(db, user.id, id))
  },

  'lever/close': async (asked, { user, context }) => await closed(context, user.id, 'crypto', asked),

  'lever/close_order': async (order, { user, context }) =>
    closeOrderEntity(context, await placeCloseOrder(context, user.id, order)),

  'lever/close_order_cancel': (order, request) =>
    inUserTransaction(request, async (context, user) =>
      closeOrderEntity(context, await cancelCloseOrder(context, user.id, order)),
    ),

  'lever/close_orders': async ({ mode, ...input }, { user, context }) =>
    await closeOrdersPage(context, user.id, { ...input, mode: mode ?? user.mode }),

  'lever/deal': async ({ mode, symbol }, { user, lang, context }) => {
    const accountMode = mode ?? user.mode
    const listing = listingOf(context, symbol)
    const own = termsOf(context.operator, listing)
    const account = accountOf(
      pricesNow(context),
      await context.ledger.balance(user.id, accountMode, 'contract', UNIT_OF_ACCOUNT),
      await positionTotalsOf(context, user.id, accountMode),
    )
    const { bid, ask } = currentTick(context, symbol)
    const contract = contractOf(listing, { lots: own.step, size: own.size })
    const most = (price: Price, leverage: number) =>
      maxLots(account.availableMargin, contract, price, { ...own, leverage })
    return {
      terms: termsEntity(context, listing, lang),
      account,
      leverage: Math.min(...own.leverages),
      most: own.leverages.map((leverage) => ({ leverage, long: most(ask, leverage), short: most(bid, leverage) })),
    }
  },

  'lever/dealall': async ({ mode, symbol, side }, { user, context }) => {
    await checkAccountActive(context.db, user.id, mode)
    const filter = { user_id: user.id, mode, status: TRADING, ...(symbol ? { symbol } : {}), ...(side ? { side } : {}) }
    const open = context.db
      .selectFrom('lever_positions')
      .selectAll()
      .where((eb) => eb.and(filter))
      .orderBy('id')
    for (const { id } of await open.execute()) await executeDue(context, id, context.clock.nowMs())
    const rows = await open.execute()
    if (rows.length === 0) throw refuse('noTradeRecords')
    const closable = rows.filter((row) => isClosable(context, row))
    if (closable.length === 0) throw refuse('marketClosed')
    let net = asMoney('0')
    let closed = 0
    // The job closes positions that a past tick has ended.
    for (const row of closable.filter((row) => !hasClosingTick(context, row))) {
      net = add(net, (await dealEntity(context, await closeAtMarket(context, row, row.lots))).net)
      closed += 1
    }
    return { closed, left: rows.length - closable.length, net }
  },

  'lever/margin': async (input, { user, context }) => positionEntity(context, await addMargin(context, user.id, input)),

  'lever/margin_quote': async (input, { user, context }) => await quoteMargin(context, user.id, input),

  'lever/my_trade': async ({ mode, ...input }, { user, context }) =>
    await tradesOf(context, user.id, 'crypto', { ...input, mode: mode ?? user.mode }),

  'lever/my_wh_trade': async ({ mode, ...input }, { user, context }) =>
    await tradesOf(context, user.id, 'wh', { ...input, mode: mode ?? user.mode }),

  'lever/order': async ({ id }, { user, context }) => orderEntity(context, await orderOf(context.db, user.id, id)),

  'lever/orders': async ({ mode, ...input }, { user, context }) =>
    await ordersOf(context, user.id, { ...input, mode: mode ?? user.mode }),

  'lever/quote': async ({ mode, ...input }, { user, context }) =>
    await quoteOrder(context, user.id, mode ?? user.mode, input),

  'lever/reverse': async (input, { user, context }) => {
    const { deal, order } = await reversePosition(context, user, input)
    return { deal: await dealEntity(context, deal), order: orderEntity(context, order) }
  },

  'lever/reverse_quote': async ({ id }, { user, context }) => await quoteReversal(context, user.id, id),

  'lever/setstop': ({ mode, id, symbol, takeProfit = null, stopLoss = null }, request) =>
    inUserTransaction(request, async (context, user) => {
      await checkAccountActive(context.db, user.id, mode)
      await executeOwnDue(context, user.id, { mode, id })
      const row = await untriggeredPosition(context, user.id, id, { mode, symbol })
      const currentPrice = closingPrice(row.side, currentTick(context, symbol))
      const { liquidation } = row
      checkStops(
        listingOrThrow(context.market, symbol),
        row.side,
        { takeProfit, stopLoss },
        { marks: [row.open_price, currentPrice], liquidation },
      )
      // Earlier ticks do not trigger the changed stops.
      const changed = { take_profit: takeProfit, stop_loss: stopLoss, checked_ms: BigInt(context.clock.nowMs()) }
      const { numUpdatedRows } = await context.db
        .updateTable('lever_positions')
        .set(changed)
        .where('id', '=', row.id)
        .where('status', '=', TRADING)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw refuse('tradeRecordGone')
      return positionEntity(context, { ...row, ...changed })
    }),

  'lever/stop_quote': async ({ id, ...stops }, { user, context }) => {
    const row = await untriggeredPosition(context, user.id, id)
    return await quoteStops(context, row, stops)
  },

  'lever/submit': async (input, { user, context }) =>
    orderEntity(context, await placeOrder(context, user, 'crypto', input)),

  'lever/whclose': async (asked, { user, context }) => await closed(context, user.id, 'wh', asked),

  'lever/whsubmit': async (input, { user, context }) =>
    orderEntity(context, await placeOrder(context, user, 'wh', input)),
} satisfies Partial<Handlers>
