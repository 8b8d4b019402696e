import { max, min } from '../../../core/decimal.ts'
import type { Handler } from '../../api/handler.ts'
import { decimal } from '../../ledger/index.ts'
import { listingOf, termsOf } from '../../seconds/terms.ts'

const handler: Handler<'microtrade/payable_currencies'> = async ({ mode, symbol }, { user, context }) => {
  const { ledger, market } = context
  const terms = termsOf(context, listingOf(market, symbol))
  const rows = [...new Set(terms.map(({ currency }) => currency))].map(async (currency) => {
    const { posted, available } = await ledger.balance(user.id, mode ?? user.mode, 'contract', currency)
    const own = terms.filter((term) => term.currency === currency)
    return {
      currency,
      balance: decimal(posted, currency),
      available: decimal(available, currency),
      minimum: own.map(({ minimum }) => minimum).reduce(min),
      maximum: own.map(({ maximum }) => maximum).reduce(max),
      step: decimal(1n, currency),
    }
  })
  return { rows: await Promise.all(rows) }
}
export default handler
