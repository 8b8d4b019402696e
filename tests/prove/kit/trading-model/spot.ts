import { ceil, floor, percent, times, integer, type Ratio } from '../ratio.ts'
import type { Seen, Symbol } from './prices.ts'
import { feeOf, priced, spotTerms, type Account } from './terms.ts'

export type SpotKind = 'market' | 'limit' | 'stopLimit' | 'stopMarket' | 'oco' | 'trailing'

/** Condition of a waiting order; `rate` of a trailing one in hundredths of a per cent. */
export interface Stop {
  at: { trigger: number; rises: boolean } | null
  trailing: { rate: number; best: number } | null
  /** The highest price of a purchase at the market. */
  worst: number | null
  isTriggered: boolean
}

export interface Spot {
  id: string
  symbol: Symbol
  side: 'buy' | 'sell'
  kind: SpotKind
  /** The limit; of an order without one the price that was seen. */
  price: number
  /** Null: the order waits for no trigger. */
  stop: Stop | null
  quantity: bigint
  held: bigint
  /** 0 open, 1 filled, 2 cancelled. */
  status: 0 | 1 | 2
  deal: { price: number; receive: bigint; fee: bigint; profit: bigint | null } | null
}

/** Coins bought by orders, and their cost. */
export interface Purchases {
  quantity: bigint
  cost: bigint
}

export interface Coins {
  coin(currency: string): Account
  purchases: Map<string, Purchases>
}

/** Returns the base currency of a symbol that is quoted in USDT. */
export const baseOf = (symbol: Symbol): string => symbol.slice(0, -4)
/** Returns the currency in which an order is paid. */
export const payerOf = ({ side, symbol }: Pick<Spot, 'side' | 'symbol'>): string =>
  side === 'buy' ? 'USDT' : baseOf(symbol)

/** Coins and USDT both have eight decimal places: a price converts minor units of one into those of the other. */
export function costOf(
  { symbol, side, quantity }: Pick<Spot, 'symbol' | 'side' | 'quantity'>,
  price: number,
): { amount: bigint; pay: bigint; receive: bigint; fee: bigint } {
  const worth: Ratio = times(integer(quantity), priced(price, symbol))
  const [amount, rate] = [side === 'buy' ? ceil(worth) : floor(worth), spotTerms(symbol).fee]
  const [pay, gross] = side === 'buy' ? [amount, quantity] : [quantity, amount]
  const fee = side === 'buy' ? ceil(times(integer(gross), percent(rate))) : feeOf(gross, rate)
  return { amount, pay, receive: gross - fee, fee }
}

const dealt = ({ side }: Pick<Spot, 'side'>, { bid, ask }: Seen): number => (side === 'buy' ? ask : bid)

/** The price at which an order is triggered; null: it has no trigger. */
export function triggerOf({ side, stop }: Pick<Spot, 'side' | 'stop'>): number | null {
  if (!stop) return null
  if (stop.at) return stop.at.trigger
  const { best, rate } = stop.trailing ?? { best: 0, rate: 0 }
  return side === 'sell' ? Math.floor((best * (10_000 - rate)) / 10_000) : Math.ceil((best * (10_000 + rate)) / 10_000)
}

const isReached = ({ side }: Pick<Spot, 'side'>, price: number, limit: number): boolean =>
  side === 'buy' ? price <= limit : price >= limit

/** Whether a tick executes an open order; otherwise it may trigger it, or a trailing one follows a better price. */
export function isExecutedBy(order: Spot, tick: Seen): boolean {
  const { stop, kind, side } = order
  const price = dealt(order, tick)
  if (!stop) return isReached(order, price, order.price)
  if (!stop.isTriggered) {
    if (kind === 'oco' && isReached(order, price, order.price)) return true
    const trigger = triggerOf(order) ?? 0
    const rises = stop.at ? stop.at.rises : side === 'buy'
    if (rises ? price < trigger : price > trigger) {
      const { trailing } = stop
      if (trailing && (side === 'sell' ? price > trailing.best : price < trailing.best)) trailing.best = price
      return false
    }
    stop.isTriggered = true
  }
  const limit = kind === 'stopLimit' ? order.price : stop.worst
  return limit === null || isReached(order, price, limit)
}

/** Fills an order at the current prices: moves the amounts, updates the purchases and releases the hold. */
export function fillSpot(accounts: Coins, order: Spot, { bid, ask }: Seen): void {
  const { symbol, side, quantity } = order
  const price = side === 'buy' ? ask : bid
  const { amount, pay, receive, fee } = costOf(order, price)
  const base = baseOf(symbol)
  const before = present(accounts.purchases.get(base) ?? { quantity: 0n, cost: 0n }, accounts.coin(base).posted)
  const [payer, payee] =
    side === 'buy' ? [accounts.coin('USDT'), accounts.coin(base)] : [accounts.coin(base), accounts.coin('USDT')]
  const profit = side === 'sell' ? sold(accounts, base, before, { quantity, amount, receive }) : null
  if (side === 'buy') accounts.purchases.set(base, { quantity: before.quantity + receive, cost: before.cost + pay })
  payer.held -= order.held
  payer.posted -= pay
  payee.posted += receive
  order.status = 1
  order.deal = { price, receive, fee, profit }
}

/** The purchases that are still in the account: what has left it has taken its share of the cost. */
const present = ({ quantity, cost }: Purchases, posted: bigint): Purchases =>
  quantity <= posted ? { quantity, cost } : { quantity: posted, cost: ceil({ over: cost * posted, under: quantity }) }

/** Profit against the average cost; coins from other sources count at their sale price. */
function sold(
  { purchases }: Coins,
  base: string,
  { quantity: known, cost }: Purchases,
  { quantity, amount, receive }: { quantity: bigint; amount: bigint; receive: bigint },
): bigint {
  const part = quantity < known ? quantity : known
  const taken = known === 0n ? 0n : ceil({ over: cost * part, under: known })
  purchases.set(base, { quantity: known - part, cost: cost - taken })
  return receive - floor({ over: amount * (quantity - part), under: quantity }) - taken
}
