import { asQuantity } from '../../../../engine/language/values/decimal.ts'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { MarketTrade as TradeEntity, Quote, Tape } from '../../../../generated/entities.ts'
import { formatPrice, formatUnits } from '../market/formatUnits.ts'
import type { Listing, Market, MarketTrade } from '../market/index.ts'

/** Trades of a tape. */
export const TAPE_LENGTH = 50

const entityOf = ({ id, side, price, units, timeMs }: MarketTrade, listing: Listing): TradeEntity => ({
  id,
  time: asUnixSeconds(Math.floor(timeMs / 1000)),
  side,
  price: formatPrice(price, listing.precision),
  quantity: asQuantity(formatUnits(units, listing.volumePrecision)),
})

function tapeOf(market: Market, { symbol, time, seq }: Quote, trades: readonly MarketTrade[]): Tape | null {
  const listing = market.listing(symbol)
  return listing && { symbol, trades: trades.map((trade) => entityOf(trade, listing)), time, seq }
}

/** The latest trades of a symbol. Null for an unknown one. */
export function latestTrades(market: Market, symbol: string): Tape | null {
  const quote = market.quote(symbol)
  return quote && tapeOf(market, quote, market.trades(symbol, TAPE_LENGTH) ?? [])
}

/** The trades of the tick of a quote. Null for an unknown symbol. */
export const tradesOfTick = (market: Market, quote: Quote): Tape | null =>
  tapeOf(market, quote, market.tradesOf(quote.symbol, quote.seq))
