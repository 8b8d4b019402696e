import { closeLevered, fillLevered, type LeverDeal, type Levered, type LeverOrder, type Reason } from './leverage.ts'
import type { Prices, Seen, Symbol } from './prices.ts'
import { fillSpot, isExecutedBy, type Purchases, type Spot } from './spot.ts'
import { heldFor, units, type Account } from './terms.ts'

export interface Timed {
  id: string
  symbol: Symbol
  side: 'long' | 'short'
  stake: bigint
  fee: bigint
  profit: bigint
  entry: number
  expires: number
  /** 0 running, 1 won, 2 lost, 3 tied, 4 sold, 5 cancelled. */
  status: 0 | 1 | 2 | 3 | 4 | 5
  /** Unix milliseconds. */
  placed: number
  exit: number | null
  result: bigint | null
}

/** The required behaviour of such a broker for one customer, written independently of its code. */
export class Model {
  coins = new Map<string, Account>([['USDT', { posted: units('500'), held: 0n }]])
  contract: Account = { posted: units('500'), held: 0n }
  spots: Spot[] = []
  purchases = new Map<string, Purchases>()
  timed: Timed[] = []
  orders: LeverOrder[] = []
  positions: Levered[] = []
  deals: LeverDeal[] = []

  constructor(
    public now: number,
    readonly prices: Prices,
  ) {}

  coin(currency: string): Account {
    let account = this.coins.get(currency)
    if (!account) this.coins.set(currency, (account = { posted: 0n, held: 0n }))
    return account
  }

  seen = (symbol: Symbol): Seen => this.prices.at(symbol, this.now)
  isOpen = (symbol: Symbol): boolean => this.prices.isOpen(symbol, this.now)

  margin(): bigint {
    return this.positions.reduce((sum, { margin }) => sum + margin, 0n)
  }

  floating(): bigint {
    return this.positions.reduce((sum, position) => sum + position.floatingAt(this.seen(position.symbol)), 0n)
  }

  /** Moves the time: checks all that waits for a price or a moment, tick by tick. */
  pass(seconds: number): void {
    const [from, to] = [this.now, this.now + seconds * 1000]
    this.now = to
    const open = this.spots.filter(({ status }) => status === 0)
    const symbols = new Set([...this.orders, ...this.positions, ...open].map(({ symbol }) => symbol))
    const ticks = new Map([...symbols].map((symbol) => [symbol, this.prices.after(symbol, from, to)]))

    for (const order of this.orders.slice()) {
      const tick = ticks
        .get(order.symbol)
        ?.find(({ bid, ask }) => (order.side === 'long' ? ask <= order.price : bid >= order.price))
      if (tick) fillLevered(this, order, tick)
    }
    for (const position of this.positions.slice()) {
      for (const tick of ticks.get(position.symbol) ?? []) {
        if (tick.ms <= position.ms) continue
        this.closeAtTick(position, tick)
        if (position.lots === 0n) break
      }
    }
    const met = open.flatMap((order) => {
      const tick = ticks.get(order.symbol)?.find((seen) => isExecutedBy(order, seen))
      return tick ? [{ order, tick }] : []
    })
    for (const { order, tick } of met.toSorted((a, b) => a.tick.ms - b.tick.ms || (a.order.id < b.order.id ? -1 : 1)))
      fillSpot(this, order, tick)
    for (const order of this.timed) if (order.status === 0 && order.expires * 1000 <= to) this.settle(order)
  }

  /** A stop of the position comes before its close orders, and those in the order in which they were placed. */
  private closeAtTick(position: Levered, tick: Seen): void {
    const reason = reasonAt(position, tick)
    if (reason) return void closeLevered(this, position, position.lots, tick, reason)
    for (const order of position.closeOrders.slice()) {
      if (position.lots === 0n || !position.meets(order, tick)) continue
      position.closeOrders.splice(position.closeOrders.indexOf(order), 1)
      const lots = order.lots === null || order.lots > position.lots ? position.lots : order.lots
      closeLevered(this, position, lots, tick, order.kind)
    }
  }

  private settle(order: Timed): void {
    const { symbol, side, stake, fee, profit, entry, expires } = order
    const { last } = this.prices.at(symbol, expires * 1000)
    const won = side === 'long' ? last > entry : last < entry
    const status = last === entry ? 3 : won ? 1 : 2
    this.end(order, status, last, status === 3 ? 0n : won ? profit - fee : -(stake + fee))
  }

  /** Ends a contract at a price: its hold is released, and its result is booked. */
  end(order: Timed, status: Timed['status'], exit: number, result: bigint): void {
    Object.assign(order, { status, exit, result })
    this.contract.held -= heldFor(order.stake + order.fee)
    this.contract.posted += result
  }
}

/** Why a price ends a position; null if it does not. */
function reasonAt(position: Levered, seen: Seen): Reason | null {
  const { side, liquidation, stopLoss, takeProfit } = position
  const sign = side === 'long' ? 1 : -1
  const price = position.closing(seen)
  const against = (bound: number | null) => bound !== null && (price - bound) * sign <= 0
  if (against(liquidation)) return 'liquidation'
  if (against(stopLoss)) return 'stopLoss'
  return takeProfit !== null && (price - takeProfit) * sign >= 0 ? 'takeProfit' : null
}
