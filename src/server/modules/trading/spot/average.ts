import type { ServerContext } from '../../../context.ts'
import { leastSince, watchLeast } from '../../../kit/ledger/least.ts'
import type { SpotOrderRow } from './tables.ts'

/** Coins and their cost, in minor units of the coin and of the unit of account. */
export interface Purchases {
  quantity: bigint
  cost: bigint
}

export interface Sale {
  /** Coins of the user before the sale. */
  balance: bigint
  sold: bigint
  /** Proceeds before and after the fee, in the unit of account. */
  amount: bigint
  receive: bigint
}

const ceilDiv = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

/** The purchases that a balance still contains. Coins sent away reduce the cost proportionally. */
export function heldPurchases({ quantity, cost }: Purchases, balance: bigint): Purchases {
  if (quantity <= balance) return { quantity, cost }
  return { quantity: balance, cost: ceilDiv(cost * balance, quantity) }
}

/**
 * Profit of a sale in the unit of account, against the average cost of purchases. Coins received otherwise have no cost: they count at the sale price.
 */
export function sell(
  purchases: Purchases,
  { balance, sold, amount, receive }: Sale,
): { remaining: Purchases; profit: bigint } {
  const { quantity, cost } = heldPurchases(purchases, balance)
  const part = sold < quantity ? sold : quantity
  const taken = quantity === 0n ? 0n : ceilDiv(cost * part, quantity)
  const unknown = (amount * (sold - part)) / sold
  return { remaining: { quantity: quantity - part, cost: cost - taken }, profit: receive - unknown - taken }
}

type Of = Pick<SpotOrderRow, 'user_id' | 'mode' | 'base'>

/** All coins of a user: those in the contract account still belong to them, but not those that were exchanged or withdrawn. */
export async function coinsOf({ ledger }: Pick<ServerContext, 'ledger'>, { user_id, mode, base }: Of): Promise<bigint> {
  const coin = await ledger.balance(user_id, mode, 'coin', base)
  const contract = await ledger.balance(user_id, mode, 'contract', base)
  return coin.posted + contract.posted
}

/**
 * Returns the coins of the base currency that a user has bought, as spot orders or by exchange, and still has, and their cost; zero if there are none. `balance`: all coins of the user.
 * Coins that have left since the latest order reduce the purchases, also where others have come in after them.
 */
export async function purchasesOf(
  { db }: Pick<ServerContext, 'db'>,
  { user_id, mode, base }: Of,
  balance: bigint,
): Promise<Purchases> {
  const row = await db
    .selectFrom('spot_costs')
    .select(['quantity', 'cost'])
    .where('user_id', '=', user_id)
    .where('mode', '=', mode)
    .where('currency', '=', base)
    .executeTakeFirst()
  if (!row) return { quantity: 0n, cost: 0n }
  return heldPurchases(row, (await leastSince(db, { owner: user_id, mode, currency: base })) ?? balance)
}

/** Replaces the stored purchases of a user in the base currency, after the postings of an order or an exchange. */
export async function savePurchases(
  { db }: Pick<ServerContext, 'db'>,
  { user_id, mode, base }: Of,
  purchases: Purchases,
): Promise<void> {
  await db
    .insertInto('spot_costs')
    .values({ user_id, mode, currency: base, ...purchases })
    .onConflict((on) => on.columns(['user_id', 'mode', 'currency']).doUpdateSet(purchases))
    .execute()
  await watchLeast(db, { owner: user_id, mode, currency: base })
}
