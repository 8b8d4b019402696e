import { asFactor, compare, mul, sqrt } from '../../../../engine/language/values/decimal.ts'
import type { Factor, Money } from '../../../../engine/language/values/units.ts'
import { contractValue, salePrice } from '../../../../product/trading/earlySale.ts'
import type { ServerContext } from '../../../context.ts'
import { decimal } from '../../../kit/ledger/index.ts'
import type { Listing, Tick } from '../market/index.ts'
import { varianceShare } from '../market/tradingHours.ts'
import type { SecondsRow } from './tables.ts'
import { listingOf } from './terms.ts'

export type SaleContext = Pick<ServerContext, 'market' | 'operator' | 'clock'>

/** The standard deviation of the return of a symbol until the expiry of a contract. */
export const deviationUntil = ({ volatility, hours }: Listing, nowMs: number, { expires }: SecondsRow): Factor =>
  mul(asFactor(String(volatility)), sqrt(varianceShare(hours, nowMs, Number(expires) * 1000)))

/** The price of a running contract at the tick in force, with its unrounded value. Null where it cannot be sold: in its last seconds, and worth less than a cent. */
export function priceOfSale(
  { market, clock, operator }: SaleContext,
  row: SecondsRow,
): { tick: Tick; value: Money; proceeds: Money } | null {
  const { sale: terms } = operator.server.seconds
  const listing = listingOf(market, row.symbol)
  const nowMs = clock.nowMs()
  const tick = market.tickAt(row.symbol, nowMs)
  if (!terms || !tick || Number(row.expires) - nowMs / 1000 < terms.lastSeconds) return null
  const { currency } = row
  const contract = {
    stake: decimal(row.stake, currency),
    fee: decimal(row.fee, currency),
    profit: decimal(row.profit, currency),
    side: row.side,
    entryPrice: row.entry_price,
    price: tick.last,
    precision: listing.precision,
    deviation: deviationUntil(listing, nowMs, row),
  }
  const proceeds = salePrice(contract, terms.spread)
  return compare(proceeds, '0') <= 0 ? null : { tick, value: contractValue(contract), proceeds }
}
