import type { Handlers } from '../../../handler.ts'
import { refuse } from '../../../kit/errors.ts'
import { currentBook } from './liveBooks.ts'
import { levelsOf } from './orderBook.ts'
import { restingOrdersOf } from './restingOrders.ts'
import { latestTrades } from './tape.ts'

export const calls = {
  'currency/depth': async ({ symbol, mode }, { context }) => {
    const book = mode ?? 'real'
    const orders = (await restingOrdersOf(context.db, [symbol])).filter((order) => order.mode === book)
    const current = currentBook(context, symbol, orders)
    if (!current) throw refuse('pairNotFound')
    const { bids, asks } = current.book
    return {
      symbol,
      mode: book,
      bids: levelsOf(bids, current.units),
      asks: levelsOf(asks, current.units),
      time: context.clock.now(),
    }
  },

  'currency/trades': ({ symbol }, { context }) => {
    const tape = latestTrades(context.market, symbol)
    if (!tape) throw refuse('pairNotFound')
    const { trades, time } = tape
    return { symbol, trades, time }
  },
} satisfies Partial<Handlers>
