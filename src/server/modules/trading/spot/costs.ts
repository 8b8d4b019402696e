import { asPrice, asQuantity, div } from '../../../../engine/language/values/decimal.ts'
import type { CoinCost } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import { decimal, type Balance, type Mode, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { purchasesOf } from './average.ts'

/** Cost of the coins that a user has bought and still has, of each coin with a pair in the unit of account. */
export async function costsOf(
  context: Pick<ServerContext, 'db' | 'market'>,
  userId: string,
  mode: Mode,
  balances: readonly Balance[],
): Promise<CoinCost[]> {
  const currencies = [...new Set(balances.filter(({ posted }) => posted > 0n).map(({ currency }) => currency))]
  const costs = await Promise.all(
    currencies.map(async (base): Promise<CoinCost[]> => {
      const listing = context.market.listing(`${base}${UNIT_OF_ACCOUNT}`)
      if (!listing) return []
      const balance = balances.filter(({ currency }) => currency === base).reduce((sum, { posted }) => sum + posted, 0n)
      const held = await purchasesOf(context, { user_id: userId, mode, base }, balance)
      if (held.quantity === 0n) return []
      const { symbol, precision } = listing
      const [bought, cost] = [asQuantity(decimal(held.quantity, base)), decimal(held.cost, UNIT_OF_ACCOUNT)]
      const averageCost = asPrice(div(cost, bought, precision, 'ceil'))
      return [{ symbol, base, currency: UNIT_OF_ACCOUNT, precision, bought, cost, averageCost }]
    }),
  )
  return costs.flat()
}
