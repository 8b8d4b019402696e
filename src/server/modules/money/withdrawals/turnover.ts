import type { Kysely } from 'kysely'
import { toMinor } from '../../../../engine/language/values/decimal.ts'
import { statusIndex } from '../../../../product/domain/status.ts'
import type { Turnover } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { midPriceOf } from '../exchange/rates.ts'
import { decimal, scaleOf, type Mode, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { pricesNow, type Prices } from '../../trading/market/valuation.ts'

type Context = Pick<ServerContext, 'db' | 'market' | 'clock' | 'operator'>
export type Sum = { currency: string; amount: bigint }

const PRICE_SCALE = 12
const PERCENT_SCALE = 4

const tenTo = (digits: number): bigint => 10n ** BigInt(digits)

/** Value of the amounts at current prices, in minor units of the unit of account. */
export function valueInUnitOfAccount(prices: Prices, sums: readonly Sum[]): bigint {
  return sums.reduce((total, { currency, amount }) => {
    const price = toMinor(midPriceOf(prices, currency) ?? '0', PRICE_SCALE)
    return total + (amount * price * tenTo(scaleOf(UNIT_OF_ACCOUNT))) / tenTo(PRICE_SCALE + scaleOf(currency))
  }, 0n)
}

async function deposited(db: Kysely<Tables>, userId: string, mode: Mode): Promise<Sum[]> {
  return await db
    .selectFrom('deposits')
    .select(({ fn }) => ['currency', fn.sum<bigint>('amount').as('amount')])
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .where('status', '=', BigInt(statusIndex('deposit', 'success')))
    .groupBy('currency')
    .execute()
}

/** Volume of exchanges by currency, and of closed orders. */
async function traded(db: Kysely<Tables>, userId: string, mode: Mode): Promise<Sum[]> {
  const exchanges = await db
    .selectFrom('flash_exchanges')
    .select(({ fn }) => ['payer as currency', fn.sum<bigint>('pay').as('amount')])
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .groupBy('payer')
    .execute()
  const orders = await db
    .selectFrom('closed_orders')
    .select(({ fn }) => fn.sum<bigint | null>('volume').as('amount'))
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .executeTakeFirst()
  return [...exchanges, { currency: UNIT_OF_ACCOUNT, amount: orders?.amount ?? 0n }]
}

/** Trading volume required before a withdrawal, and the volume reached. */
export async function turnoverOf(context: Context, userId: string, mode: Mode): Promise<Turnover> {
  const { db, operator } = context
  const prices = pricesNow(context)
  const turnoverPercent = toMinor(operator.server.turnover, PERCENT_SCALE)
  const required =
    (valueInUnitOfAccount(prices, await deposited(db, userId, mode)) * turnoverPercent) / (100n * tenTo(PERCENT_SCALE))
  const reached = valueInUnitOfAccount(prices, await traded(db, userId, mode))
  const percent = required === 0n || reached >= required ? 100 : Number((reached * 100n) / required)
  return { made: decimal(reached, UNIT_OF_ACCOUNT), required: decimal(required, UNIT_OF_ACCOUNT), percent }
}
