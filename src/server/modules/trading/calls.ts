import type { Handlers } from '../../handler.ts'
import { refuse } from '../../kit/errors.ts'
import { inUserTransaction } from '../identity/userTransaction.ts'
import { tradeAccessOf } from './access.ts'
import { isActivated, listingOf, tradingStateOf } from './permission.ts'

export const calls = {
  'trade/access': async ({ symbol, product }, { user, lang, context }) =>
    await tradeAccessOf(context, user.id, lang, symbol, product),

  'trade/activate': ({ symbol, product, pairs, version = null }, { lang, ...request }) =>
    inUserTransaction(request, async (context, user) => {
      const { db, clock } = context
      const listing = listingOf(context, symbol)
      if (user.frozen === 1n) throw refuse('accountFrozen')
      const state = await tradingStateOf(context, user.id, symbol, product)
      if (state === 'disabled') throw refuse('featureNotEnabled')
      if (state === 'unavailable') throw refuse('featureUnavailable')
      if (state === 'closing') throw refuse('tradingClosing')
      if (await isActivated(context, user.id, symbol, product)) throw refuse('tradingAccountAlreadySet')
      const { riskVersion } = context.content
      if (version !== null && version !== riskVersion) throw refuse('termsChanged')
      const row = { user_id: user.id, product, lang, version: riskVersion, created: clock.now() }
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('trade_activations')
        .values({ ...row, symbol })
        .onConflict((on) => on.columns(['user_id', 'symbol', 'product']).doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 0n) throw refuse('tradingAccountAlreadySet')
      if (pairs === 'class') {
        const others = context.market.symbols.filter((of) => listingOf(context, of).class === listing.class)
        await db
          .insertInto('trade_activations')
          .values(others.map((of) => ({ ...row, symbol: of })))
          .onConflict((on) => on.columns(['user_id', 'symbol', 'product']).doNothing())
          .execute()
      }
      return await tradeAccessOf(context, user.id, lang, symbol, product)
    }),
} satisfies Partial<Handlers>
