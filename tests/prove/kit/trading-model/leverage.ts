import { by, ceil, floor, minus, percent, plus, ratio, times, integer, type Ratio } from '../ratio.ts'
import { PRECISION, type Seen, type Symbol } from './prices.ts'
import { ceilCents, feeOf, floorCents, heldFor, leverTerms, priced, units, UNITS, type Account } from './terms.ts'

export type PositionSide = 'long' | 'short'
export type Reason = 'user' | 'takeProfit' | 'stopLoss' | 'liquidation' | 'trigger' | 'limit' | 'trailing'

interface OpenOrderInput {
  id: string
  symbol: Symbol
  side: PositionSide
  /** Hundred-millionths of a lot. */
  lots: bigint
  leverage: number
  takeProfit: number | null
  stopLoss: number | null
  margin: bigint
  fee: bigint
}

export interface LeverOrder extends OpenOrderInput {
  price: number
}

export interface LeverDeal {
  position: string
  lots: bigint
  close: number
  profit: bigint
  fee: bigint
  reason: Reason
}

/** The state that margin trading changes. */
export interface LeverState {
  contract: Account
  orders: LeverOrder[]
  positions: Levered[]
  deals: LeverDeal[]
}

const isInverse = (symbol: Symbol): boolean => symbol === 'USDJPY'

/** Units of the base. */
const quantity = (symbol: Symbol, lots: bigint): Ratio =>
  times(by(integer(lots), UNITS), ratio(leverTerms(symbol).size))

/** Value of lots at a price, in USDT, rounded up. */
export function notional(symbol: Symbol, lots: bigint, price: number): bigint {
  const base = quantity(symbol, lots)
  return ceil(times(isInverse(symbol) ? base : times(base, priced(price, symbol)), UNITS))
}

/** Returns margin and fee of a position in minor units of USDT, rounded up, the margin to cents; `price` is in ticks. */
export function costOf(
  { symbol, lots, leverage }: Pick<OpenOrderInput, 'symbol' | 'lots' | 'leverage'>,
  price: number,
): { margin: bigint; fee: bigint } {
  const worth = notional(symbol, lots, price)
  return { margin: ceilCents(by(integer(worth), integer(leverage))), fee: feeOf(worth, leverTerms(symbol).fee) }
}

/** An order that closes a position; `rate` of a trailing one in hundredths of a per cent. */
export interface CloseOrder {
  id: string
  kind: 'trigger' | 'limit' | 'trailing'
  lots: bigint | null
  /** At a price: the side that it is reached from is fixed when it is placed. */
  at: { trigger: number; rises: boolean } | null
  trailing: { rate: number; best: number } | null
  ms: number
}

export class Levered {
  closeOrders: CloseOrder[] = []

  liquidation: number | null

  constructor(
    readonly id: string,
    readonly symbol: Symbol,
    readonly side: PositionSide,
    public lots: bigint,
    readonly leverage: number,
    public margin: bigint,
    public fee: bigint,
    readonly open: number,
    public takeProfit: number | null,
    public stopLoss: number | null,
    readonly ms: number,
  ) {
    this.liquidation = this.liquidated()
  }

  /** Adds margin, which moves the liquidation away. */
  addMargin(amount: bigint): void {
    this.margin += amount
    this.liquidation = this.liquidated()
  }

  closing = ({ bid, ask }: Seen): number => (this.side === 'long' ? bid : ask)

  profitAt(seen: Seen, lots = this.lots, margin = this.margin): bigint {
    const { symbol, side, open } = this
    const close = this.closing(seen)
    const moved = times(priced(side === 'long' ? close - open : open - close, symbol), quantity(symbol, lots))
    const profit = floor(times(isInverse(symbol) ? by(moved, priced(close, symbol)) : moved, UNITS))
    return profit < -margin ? -margin : profit
  }

  /** The tick price at which a close order is executed now. */
  triggerOf({ at, trailing }: CloseOrder): number {
    if (at) return at.trigger
    const { best, rate } = trailing ?? { best: 0, rate: 0 }
    return this.side === 'long'
      ? Math.floor((best * (10_000 - rate)) / 10_000)
      : Math.ceil((best * (10_000 + rate)) / 10_000)
  }

  /** Whether a tick executes a close order; otherwise a trailing one follows a better price. */
  meets(order: CloseOrder, seen: Seen): boolean {
    if (seen.ms <= order.ms) return false
    const [price, trigger] = [this.closing(seen), this.triggerOf(order)]
    if (order.at) return order.at.rises ? price >= trigger : price <= trigger
    if (this.side === 'long' ? price <= trigger : price >= trigger) return true
    const { trailing } = order
    if (trailing && (this.side === 'long' ? price > trailing.best : price < trailing.best)) trailing.best = price
    return false
  }

  /** The profit of an open position is shown in whole cents. */
  floatingAt = (seen: Seen): bigint => floorCents(integer(this.profitAt(seen)))

  /** The tick at which only the maintenance share of the margin remains; null if no price reaches it. */
  private liquidated(): number | null {
    const { symbol, side, open, margin } = this
    const base = quantity(symbol, this.lots)
    const kept = times(integer(margin), percent(leverTerms(symbol).maintenance))
    const loss = by(minus(integer(margin), kept), UNITS)
    const worth = times(priced(open, symbol), base)
    const signed = side === 'long' ? minus(integer(0), loss) : loss
    const [over, under] = isInverse(symbol) ? [worth, minus(base, signed)] : [plus(worth, signed), base]
    if (under.over <= 0n) return null
    const price = times(by(over, under), integer(10n ** BigInt(PRECISION[symbol])))
    const ticks = Number(side === 'long' ? floor(price) : ceil(price))
    return ticks > 0 ? ticks : null
  }
}

const drop = <One>(list: One[], item: One): void => void list.splice(list.indexOf(item), 1)

/** Opens a position at a price; its margin and fee are given. */
export function openLevered(
  state: LeverState,
  { id, symbol, side, lots, leverage, takeProfit, stopLoss, margin, fee }: OpenOrderInput,
  price: number,
  ms: number,
): void {
  state.contract.posted -= fee
  state.contract.held += margin
  state.positions.push(new Levered(id, symbol, side, lots, leverage, margin, fee, price, takeProfit, stopLoss, ms))
}

/** Removes a pending order and releases its hold. */
export function dropOrder(state: LeverState, order: LeverOrder): void {
  state.contract.held -= heldFor(order.margin + order.fee)
  drop(state.orders, order)
}

/** A matched order costs no more than the amount reserved for it. */
export function fillLevered(state: LeverState, order: LeverOrder, tick: Seen): void {
  dropOrder(state, order)
  const price = order.side === 'long' ? tick.ask : tick.bid
  const { margin, fee } = costOf(order, price)
  openLevered(
    state,
    { ...order, margin: margin < order.margin ? margin : order.margin, fee: fee < order.fee ? fee : order.fee },
    price,
    tick.ms,
  )
}

/** The amounts of closing some of the lots. */
export function closingOf(position: Levered, lots: bigint, tick: Seen) {
  const portion = (of: bigint): Ratio => ({ over: of * lots, under: position.lots })
  const margin = floorCents(portion(position.margin))
  const opening = floor(portion(position.fee))
  const close = position.closing(tick)
  const profit = position.profitAt(tick, lots, margin)
  const charge = feeOf(notional(position.symbol, lots, close), leverTerms(position.symbol).fee)
  return { margin, opening, close, profit, fee: charge < margin + profit ? charge : margin + profit }
}

/** Closes some of the lots; the rest retains its share of margin and fee, and all indivisible remainders. */
export function closeLevered(
  state: LeverState,
  position: Levered,
  lots: bigint,
  tick: Seen,
  reason: Reason,
): LeverDeal {
  const { margin, opening, close, profit, fee } = closingOf(position, lots, tick)
  state.contract.held -= margin
  state.contract.posted += profit - fee
  position.lots -= lots
  position.margin -= margin
  position.fee -= opening
  if (position.lots === 0n) drop(state.positions, position)
  const deal = { position: position.id, lots, close, profit, fee: opening + fee, reason }
  state.deals.push(deal)
  return deal
}

export const lotsOf = units
