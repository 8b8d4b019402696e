import type { Kysely } from 'kysely'
import { asQuantity, mul } from '../../../../engine/language/values/decimal.ts'
import type { Price, Quantity } from '../../../../engine/language/values/units.ts'
import { statusIndex } from '../../../../product/domain/status.ts'
import type { Tables } from '../../../db.ts'
import { decimal, type Mode } from '../../../kit/ledger/index.ts'

/** A limit order of a user that waits for its price. */
export interface RestingOrder {
  symbol: string
  mode: Mode
  side: 'bid' | 'ask'
  price: Price
  /** In base units. */
  quantity: Quantity
}

/** Reads the resting orders of symbols, of all users. */
export type RestingOrders = (symbols: readonly string[]) => Promise<RestingOrder[]>

const SPOT_OPEN = BigInt(statusIndex('spotOrder', 'open'))
const LEVER_OPEN = BigInt(statusIndex('leverOrder', 'open'))
/** Orders read of each product, the latest: more are too many for a book of the sandbox. */
const MOST = 5_000

/** Returns the resting orders of symbols: limit orders of spot and leveraged trading. */
export async function restingOrdersOf(db: Kysely<Tables>, symbols: readonly string[]): Promise<RestingOrder[]> {
  if (symbols.length === 0) return []
  const [spot, lever] = await Promise.all([
    db
      .selectFrom('spot_orders')
      .select(['symbol', 'mode', 'side', 'price', 'quantity', 'base'])
      .where('status', '=', SPOT_OPEN)
      .where('symbol', 'in', symbols)
      // The limit of a stop order is in the book once its trigger has been reached.
      .where('kind', '=', 'limit')
      .where((eb) =>
        eb.or([eb('condition', 'is', null), eb('condition', '=', 'oco'), eb('triggered_ms', 'is not', null)]),
      )
      .orderBy('id', 'desc')
      .limit(MOST)
      .execute(),
    db
      .selectFrom('lever_orders')
      .select(['symbol', 'mode', 'side', 'price', 'lots', 'size'])
      .where('status', '=', LEVER_OPEN)
      .where('symbol', 'in', symbols)
      .orderBy('id', 'desc')
      .limit(MOST)
      .execute(),
  ])
  return [
    ...spot.map(({ symbol, mode, side, price, quantity, base }): RestingOrder => ({
      symbol,
      mode,
      side: side === 'buy' ? 'bid' : 'ask',
      price,
      quantity: asQuantity(decimal(quantity, base)),
    })),
    ...lever.map(({ symbol, mode, side, price, lots, size }): RestingOrder => ({
      symbol,
      mode,
      side: side === 'long' ? 'bid' : 'ask',
      price,
      quantity: mul(lots, size),
    })),
  ]
}
