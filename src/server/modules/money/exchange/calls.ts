import type { Handlers } from '../../../handler.ts'
import { LATEST_FIRST, readPage } from '../../../kit/api/page.ts'
import { refuse } from '../../../kit/errors.ts'
import { CURRENCIES, EXCHANGE_CURRENCIES, decimal, tradedUnit, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { currencyNameOf } from '../../trading/market/names.ts'
import { pricesNow } from '../../trading/market/valuation.ts'
import { quoteEntity, recordEntity } from './exchange.ts'
import { addQuote, executeQuote } from './quotes.ts'
import { limitsOf, midPriceOf, worthOf } from './rates.ts'

export const calls = {
  'lh/wh_bzhl_list': (payload, { lang, context }) => {
    const prices = pricesNow(context)
    const currency = payload.currency ?? UNIT_OF_ACCOUNT
    if (!CURRENCIES.includes(currency)) throw refuse('currencyNotFound')
    const rows = CURRENCIES.filter((other) => other !== currency).flatMap((other) => {
      const rate = worthOf(prices, other, currency)
      return rate === null ? [] : [{ currency: other, name: currencyNameOf(other, lang), rate }]
    })
    return { currency, rows }
  },

  'wallet/flashAgainst': async (payload, { user, context }) =>
    recordEntity(await executeQuote(context, user.id, payload)),

  'wallet/flashAgainstList': async ({ mode }, { user, lang, context }) => {
    const { ledger, operator } = context
    const { exchange } = operator.server
    const prices = pricesNow(context)
    const own = (await ledger.balances(user.id, mode ?? user.mode)).filter(({ kind }) => kind === 'coin')
    const rows = [UNIT_OF_ACCOUNT, ...EXCHANGE_CURRENCIES.filter((currency) => currency !== UNIT_OF_ACCOUNT)].flatMap(
      (currency) => {
        const rate = midPriceOf(prices, currency)
        if (rate === null) return []
        const { minimum, maximum } = limitsOf(prices, currency, exchange)
        const available = own.find((balance) => balance.currency === currency)?.available ?? 0n
        // Less than the minimum is exchanged as a whole.
        const isRemainder = available > 0n && available < minimum
        const amount = (units: bigint) => decimal(units, currency)
        return {
          currency,
          name: currencyNameOf(currency, lang),
          available: amount(available),
          minimum: amount(isRemainder ? available : minimum),
          maximum: amount(maximum),
          step: amount(isRemainder ? 1n : tradedUnit(currency)),
          rate,
        }
      },
    )
    return { rows, fee: exchange.fee }
  },

  'wallet/flash_quote': async (payload, { user, context }) =>
    quoteEntity(await addQuote(context, user.id, payload), context.operator.server.exchange.quoteSeconds),

  'wallet/myFlashAgainstList': async ({ mode, page, after }, { user, context: { db } }) =>
    await readPage(
      db
        .selectFrom('flash_exchanges')
        .selectAll()
        .where('user_id', '=', user.id)
        .where('mode', '=', mode ?? user.mode),
      LATEST_FIRST,
      { page, after },
      recordEntity,
    ),
} satisfies Partial<Handlers>
