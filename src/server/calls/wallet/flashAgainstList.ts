import type { Handler } from '../../api/handler.ts'
import { limitsOf, midPriceOf } from '../../exchange/rates.ts'
import { CURRENCIES, decimal } from '../../ledger/index.ts'
import { UNIT_OF_ACCOUNT } from '../../ledger/wallet.ts'
import { currencyNameOf } from '../../market/names.ts'

const handler: Handler<'wallet/flashAgainstList'> = async (
  { mode },
  { user, lang, context: { ledger, market, operator } },
) => {
  const { exchange } = operator.server
  const own = (await ledger.balances(user.id, mode ?? user.mode)).filter(({ kind }) => kind === 'coin')
  const rows = [UNIT_OF_ACCOUNT, ...CURRENCIES.filter((currency) => currency !== UNIT_OF_ACCOUNT)].flatMap(
    (currency) => {
      const rate = midPriceOf(market, currency)
      if (rate === null) return []
      const { minimum, maximum } = limitsOf(market, currency, exchange)
      const available = own.find((balance) => balance.currency === currency)?.available ?? 0n
      const amount = (units: bigint) => decimal(units, currency)
      return {
        currency,
        name: currencyNameOf(currency, lang),
        available: amount(available),
        minimum: amount(minimum),
        maximum: amount(maximum),
        step: amount(1n),
        rate,
      }
    },
  )
  return { rows, fee: exchange.fee }
}
export default handler
