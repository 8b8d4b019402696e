import { by, floor, integer, percent, times } from '../ratio.ts'
import { compareTolerance } from './tolerance.ts'
import type { Model } from './model.ts'
import type { Symbol } from './prices.ts'
import type { Real } from './real.ts'
import { baseOf, costOf, fillSpot, payerOf, type Spot } from './spot.ts'
import { away, pick, Step, priceText } from './step.ts'
import { floorCents, heldFor, isMultiple, priced, SPOT, spotTerms, units } from './terms.ts'

export class Trade extends Step {
  constructor(
    readonly symbol: Symbol,
    readonly side: 'buy' | 'sell',
    readonly kind: 'market' | 'limit',
    readonly by: number,
    readonly quantity: string | number,
  ) {
    super()
  }
  async both(model: Model, real: Real) {
    const { symbol, side, kind } = this
    const seen = model.seen(symbol)
    const current = side === 'buy' ? seen.ask : seen.bid
    const price = away(current, this.by)
    const quantity = this.amount(model, current)
    const order: Spot = {
      id: '',
      symbol,
      side,
      kind,
      price,
      quantity: this.affordable(model, units(quantity), current),
      held: 0n,
      status: 0,
      deal: null,
    }
    const expected = this.expected(model, order, quantity, current)
    const data = await real.money(
      'coin/trade',
      { symbol, side, kind, price: priceText(price, symbol), quantity },
      expected,
      String(this),
    )
    if (expected !== 'orderPlaced' || data === null) return
    order.id = data.id
    order.held = this.held(costOf(order, kind === 'limit' ? price : current).pay)
    model.coin(payerOf(order)).held += order.held
    model.spots.push(order)
    if (this.ready(current, price)) fillSpot(model, order, seen)
  }
  /** A market purchase takes what the balance pays for, if a price that is better by the tolerance would pay for all. */
  private affordable(model: Model, quantity: bigint, current: number): bigint {
    const { symbol, side, kind } = this
    if (side === 'sell' || kind === 'limit') return quantity
    const { step, maximum } = spotTerms(symbol)
    const { posted, held } = model.coin('USDT')
    const available = floorCents(integer(posted - held))
    if (costOf({ symbol, side, quantity }, current).pay <= available) return quantity
    const atMost = (price: number) => {
      const bought = floor(by(integer(available), priced(price, symbol)))
      const steps = (bought < units(maximum) ? bought : units(maximum)) / units(step)
      return steps * units(step)
    }
    const better = current - Number(floor(times(integer(current), percent(SPOT.tolerance))))
    return quantity <= atMost(better) ? atMost(current) : quantity
  }
  /** USDT is held in cents. */
  private held = (pay: bigint): bigint => (this.side === 'buy' ? heldFor(pay) : pay)
  private ready = (current: number, price: number): boolean =>
    this.kind === 'market' || (this.side === 'buy' ? current <= price : current >= price)

  /** The amount as written, or thousandths of the balance, in whole steps. */
  private amount(model: Model, current: number): string {
    const { quantity, side, symbol } = this
    if (typeof quantity === 'string') return quantity
    const { posted, held } = model.coin(side === 'buy' ? 'USDT' : baseOf(symbol))
    const part = ((posted - held) * BigInt(quantity)) / 1000n
    const step = units(spotTerms(symbol).step)
    const one = costOf({ symbol, side: 'buy', quantity: step }, current).pay
    const steps = side === 'buy' ? part / one : part / step
    return String(Number(steps * step) / 1e8)
  }
  private expected(model: Model, order: Spot, quantity: string, current: number): string {
    const { symbol, side, kind, price } = order
    const { step, minimum, maximum, minimumAmount, maximumAmount } = spotTerms(symbol)
    const at = kind === 'limit' ? price : current
    if (order.quantity <= 0n) return 'quantityNotPositive'
    if (!isMultiple(quantity, step)) return 'quantityNotMultiple'
    if (order.quantity < units(minimum)) return 'quantityBelowMinimum'
    if (order.quantity > units(maximum)) return 'quantityAboveMaximum'
    if (kind === 'limit' && side === 'sell' && price < current) return 'limitBelowPrice'
    const { amount, pay } = costOf(order, at)
    if (amount < units(minimumAmount)) return 'orderBelowMinimum'
    if (amount > units(maximumAmount)) return 'orderAboveMaximum'
    if (kind === 'market' && !compareTolerance(side === 'buy' ? 1 : -1, price, current, SPOT.tolerance))
      return 'priceChanged'
    if (!this.ready(current, price) && model.spots.filter(({ status }) => status === 0).length >= SPOT.openMost)
      return 'ordersFull'
    const { posted, held } = model.coin(payerOf(order))
    if (this.held(pay) <= posted - held) return 'orderPlaced'
    return side === 'buy' ? 'insufficientBalance' : posted >= pay ? 'frozenFundsAbnormal' : 'insufficientCoins'
  }
  toString = () => `spot(${this.side} ${this.kind} ${this.quantity} ${this.symbol} at ${this.by})`
}

export class CancelSpot extends Step {
  constructor(
    readonly at: number,
    readonly any: boolean,
  ) {
    super()
  }
  async both(model: Model, real: Real) {
    const order = pick(this.any ? model.spots : model.spots.filter(({ status }) => status === 0), this.at)
    if (!order) return
    const expected = order.status === 0 ? 'orderCancelled' : 'orderCannotBeCancelled'
    await real.money('coin/cancel', { id: order.id }, expected, String(this))
    if (order.status !== 0) return
    order.status = 2
    model.coin(payerOf(order)).held -= order.held
  }
  toString = () => `cancelSpot(${this.at}${this.any ? ', any' : ''})`
}
