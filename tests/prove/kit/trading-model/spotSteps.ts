import { by, floor, integer, percent, times } from '../ratio.ts'
import { compareTolerance } from './tolerance.ts'
import type { Model } from './model.ts'
import type { Symbol } from './prices.ts'
import type { Real } from './real.ts'
import { baseOf, costOf, fillSpot, payerOf, triggerOf, type Spot, type SpotKind, type Stop } from './spot.ts'
import { away, pick, Step, priceText } from './step.ts'
import { amountOf, floorCents, heldFor, isMultiple, priced, SPOT, spotTerms, units } from './terms.ts'

type Side = 'buy' | 'sell'
type TimeInForce = 'gtc' | 'ioc' | 'postOnly' | null

/** The price that is at most so much dearer than another as a market order may become. */
const worstOf = (price: number): number => price + Number(floor(times(integer(price), percent(SPOT.tolerance))))

/** USDT is held in cents. */
const holdOf = (order: Pick<Spot, 'side'>, pay: bigint): bigint => (order.side === 'buy' ? heldFor(pay) : pay)

const hasLimit = (kind: SpotKind): boolean => kind === 'limit' || kind === 'stopLimit' || kind === 'oco'

/** The price that an order is costed at: its limit, the highest price of a purchase at the market, or its trigger. */
const costedAt = (order: Spot, current: number): number =>
  order.stop?.worst ?? (hasLimit(order.kind) ? order.price : (triggerOf(order) ?? current))

/** The amount as written, or thousandths of the balance, in whole steps. */
function amount(model: Model, symbol: Symbol, side: Side, quantity: string | number, current: number): string {
  if (typeof quantity === 'string') return quantity
  const { posted, held } = model.coin(side === 'buy' ? 'USDT' : baseOf(symbol))
  const part = ((posted - held) * BigInt(quantity)) / 1000n
  const step = units(spotTerms(symbol).step)
  const one = costOf({ symbol, side: 'buy', quantity: step }, current).pay
  const steps = side === 'buy' ? part / one : part / step
  return String(Number(steps * step) / 1e8)
}

function quantityRefusal({ symbol, quantity }: Spot, written: string): string | null {
  const { step, minimum, maximum } = spotTerms(symbol)
  if (quantity <= 0n) return 'quantityNotPositive'
  if (!isMultiple(written, step)) return 'quantityNotMultiple'
  if (quantity < units(minimum)) return 'quantityBelowMinimum'
  return quantity > units(maximum) ? 'quantityAboveMaximum' : null
}

/** Refusals for the limit, the trigger and the value of an order; `postsOnly`: it must not be filled at once. */
function termsRefusal(order: Spot, current: number, postsOnly = false): string | null {
  const { symbol, side, kind, price, stop } = order
  const sells = side === 'sell'
  const isReached = side === 'buy' ? current <= price : current >= price
  if (kind === 'stopLimit' && sells && price < (stop?.at?.trigger ?? 0)) return 'limitBelowTrigger'
  if ((kind === 'limit' || kind === 'oco') && sells && price < current) return 'limitBelowPrice'
  if (isReached && (kind === 'oco' || (kind === 'limit' && postsOnly))) return 'filledAtOnce'
  if (stop?.trailing && (stop.trailing.rate < 10 || stop.trailing.rate > 2000)) return 'parameterError'
  if (stop?.at?.trigger === current) return 'triggerReached'
  if (kind === 'oco' && stop?.at?.rises === sells) return 'stopOnWrongSide'
  const worth = costOf(order, costedAt(order, current)).amount
  if (worth < units(spotTerms(symbol).minimumAmount)) return 'orderBelowMinimum'
  return worth > units(spotTerms(symbol).maximumAmount) ? 'orderAboveMaximum' : null
}

/** `before`: what is held for the order already. */
function fundsRefusal(model: Model, order: Spot, current: number, before = 0n): string | null {
  const needed = holdOf(order, costOf(order, costedAt(order, current)).pay)
  const { posted, held } = model.coin(payerOf(order))
  if (needed <= posted - held + before) return null
  if (order.side === 'buy') return 'insufficientBalance'
  return posted >= needed ? 'frozenFundsAbnormal' : 'insufficientCoins'
}

const openOrders = (model: Model): Spot[] => model.spots.filter(({ status }) => status === 0)

export class Trade extends Step {
  constructor(
    readonly symbol: Symbol,
    readonly side: Side,
    readonly kind: 'market' | 'limit',
    readonly by: number,
    readonly quantity: string | number,
    readonly timeInForce: TimeInForce = null,
  ) {
    super()
  }
  async both(model: Model, real: Real) {
    const { symbol, side, kind, timeInForce } = this
    const seen = model.seen(symbol)
    const current = side === 'buy' ? seen.ask : seen.bid
    const price = away(current, this.by)
    const quantity = amount(model, symbol, side, this.quantity, current)
    const order: Spot = {
      id: '',
      symbol,
      side,
      kind,
      price,
      stop: null,
      quantity: this.affordable(model, units(quantity), current),
      held: 0n,
      status: 0,
      deal: null,
    }
    const expected = this.expected(model, order, quantity, current)
    const data = await real.money(
      'coin/trade',
      { symbol, side, kind, price: priceText(price, symbol), quantity, timeInForce },
      expected,
      String(this),
    )
    if (expected !== 'orderPlaced' || data === null) return
    order.id = data.id
    order.held = holdOf(order, costOf(order, costedAt(order, current)).pay)
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
  private ready = (current: number, price: number): boolean =>
    this.kind === 'market' || (this.side === 'buy' ? current <= price : current >= price)

  private expected(model: Model, order: Spot, quantity: string, current: number): string {
    const { side, kind, price } = order
    const refused = quantityRefusal(order, quantity)
    if (refused) return refused
    if (kind === 'limit' && side === 'sell' && price < current) return 'limitBelowPrice'
    const isReady = this.ready(current, price)
    if (isReady && this.timeInForce === 'postOnly') return 'filledAtOnce'
    if (!isReady && this.timeInForce === 'ioc') return 'notFilledAtOnce'
    const terms = termsRefusal(order, current)
    if (terms) return terms
    if (kind === 'market' && !compareTolerance(side === 'buy' ? 1 : -1, price, current, SPOT.tolerance))
      return 'priceChanged'
    if (!isReady && openOrders(model).length >= SPOT.openMost) return 'ordersFull'
    return fundsRefusal(model, order, current) ?? 'orderPlaced'
  }
  toString = () =>
    `spot(${this.side} ${this.kind} ${this.quantity} ${this.symbol} at ${this.by}${this.timeInForce ? `, ${this.timeInForce}` : ''})`
}

interface Conditions {
  kind: Exclude<SpotKind, 'market' | 'limit'>
  /** Hundred-thousandths from the current price to the trigger, and from the trigger, or of an oco order from the current price, to the limit. */
  by: number
  limitBy: number
  /** Hundredths of a per cent. */
  rate: number
}

/** The limit and the stop of an order that is placed at a price. */
function conditioned(
  side: Side,
  current: number,
  { kind, by: to, limitBy, rate }: Conditions,
): Pick<Spot, 'price' | 'stop'> {
  const trigger = away(current, to)
  const at = kind === 'trailing' ? null : { trigger, rises: trigger > current }
  const trailing = kind === 'trailing' ? { rate, best: current } : null
  const price = kind === 'stopLimit' ? away(trigger, limitBy) : kind === 'oco' ? away(current, limitBy) : current
  const stop: Stop = { at, trailing, worst: null, isTriggered: false }
  if (side === 'buy' && kind !== 'stopLimit') stop.worst = worstOf(triggerOf({ side, stop }) ?? 0)
  return { price, stop }
}

const written = ({ symbol, price, stop }: Pick<Spot, 'symbol' | 'price' | 'stop'>) => ({
  price: priceText(price, symbol),
  ...(stop?.at && { trigger: priceText(stop.at.trigger, symbol) }),
  ...(stop?.trailing && { rate: String(stop.trailing.rate / 100) }),
})

/** Places an order that waits for a trigger. */
export class Condition extends Step {
  constructor(
    readonly symbol: Symbol,
    readonly side: Side,
    readonly quantity: string | number,
    readonly conditions: Conditions,
  ) {
    super()
  }
  async both(model: Model, real: Real) {
    const { symbol, side } = this
    const { kind } = this.conditions
    const seen = model.seen(symbol)
    const current = side === 'buy' ? seen.ask : seen.bid
    const quantity = amount(model, symbol, side, this.quantity, current)
    const order: Spot = {
      id: '',
      symbol,
      side,
      kind,
      ...conditioned(side, current, this.conditions),
      quantity: units(quantity),
      held: 0n,
      status: 0,
      deal: null,
    }
    const full = openOrders(model).length >= SPOT.openMost ? 'ordersFull' : null
    const expected =
      quantityRefusal(order, quantity) ??
      termsRefusal(order, current) ??
      full ??
      fundsRefusal(model, order, current) ??
      'orderPlaced'
    const payload = { symbol, side, kind, ...written(order), quantity }
    const data = await real.money('coin/trade', payload, expected, String(this))
    if (expected !== 'orderPlaced' || data === null) return
    order.id = data.id
    order.held = holdOf(order, costOf(order, costedAt(order, current)).pay)
    model.coin(payerOf(order)).held += order.held
    model.spots.push(order)
  }
  toString = () => `condition(${this.side} ${this.quantity} ${this.symbol} ${JSON.stringify(this.conditions)})`
}

/** Changes an order: its limit, its trigger or its rate, and its quantity in thousandths. */
export class AmendSpot extends Step {
  constructor(
    readonly at: number,
    readonly part: number,
    readonly terms: Omit<Conditions, 'kind'>,
    readonly any: boolean,
  ) {
    super()
  }
  async both(model: Model, real: Real) {
    const order = pick(this.any ? model.spots : openOrders(model), this.at)
    if (!order) return
    const { symbol, side, id } = order
    const seen = model.seen(symbol)
    const current = side === 'buy' ? seen.ask : seen.bid
    const step = units(spotTerms(symbol).step)
    const quantity = amountOf(((order.quantity * BigInt(this.part)) / 1000n / step) * step)
    const changed = this.changed(order, current, units(quantity))
    const expected =
      (order.status !== 0 || changed === null ? 'orderCannotBeChanged' : null) ??
      (changed && (quantityRefusal(changed, quantity) ?? termsRefusal(changed, current, true))) ??
      (changed && fundsRefusal(model, changed, current, order.held)) ??
      'orderChanged'
    const payload = { id, symbol, side, ...written(changed ?? order), quantity }
    const data = await real.money('coin/amend', payload, expected, String(this))
    if (expected !== 'orderChanged' || data === null || changed === null) return
    const held = holdOf(changed, costOf(changed, costedAt(changed, current)).pay)
    model.coin(payerOf(order)).held += held - order.held
    Object.assign(order, {
      price: changed.price,
      quantity: changed.quantity,
      held,
      ...(order.stop && !order.stop.isTriggered && { stop: changed.stop }),
    })
  }
  /** Once its trigger has been reached, a stop-limit order is a limit order, and one at the market is due. */
  private changed(order: Spot, current: number, quantity: bigint): Spot | null {
    const { side, kind, stop } = order
    if (stop === null || kind === 'market' || kind === 'limit')
      return { ...order, quantity, price: kind === 'limit' ? away(current, this.terms.limitBy) : order.price }
    if (!stop.isTriggered) return { ...order, quantity, ...conditioned(side, current, { ...this.terms, kind }) }
    if (kind !== 'stopLimit') return null
    return { ...order, quantity, kind: 'limit', stop: null, price: away(current, this.terms.limitBy) }
  }
  toString = () => `amendSpot(${this.at}, ${this.part}, ${JSON.stringify(this.terms)}${this.any ? ', any' : ''})`
}

const cancel = (model: Model, order: Spot): void => {
  order.status = 2
  model.coin(payerOf(order)).held -= order.held
}

export class CancelSpot extends Step {
  constructor(
    readonly at: number,
    readonly any: boolean,
  ) {
    super()
  }
  async both(model: Model, real: Real) {
    const order = pick(this.any ? model.spots : openOrders(model), this.at)
    if (!order) return
    const expected = order.status === 0 ? 'orderCancelled' : 'orderCannotBeCancelled'
    await real.money('coin/cancel', { id: order.id }, expected, String(this))
    if (order.status === 0) cancel(model, order)
  }
  toString = () => `cancelSpot(${this.at}${this.any ? ', any' : ''})`
}

/** Cancels all orders, or the open ones. */
export class CancelAllSpot extends Step {
  constructor(readonly any: boolean) {
    super()
  }
  async both(model: Model, real: Real) {
    const open = openOrders(model)
    const meant = (this.any ? model.spots : open).slice(-100)
    if (meant.length === 0) return
    const ended = meant.filter(({ status }) => status === 0)
    const expected = ended.length > 0 ? 'ordersCancelled' : 'cancelFailed'
    const data = await real.money('coin/cancel_all', { ids: meant.map(({ id }) => id) }, expected, String(this))
    if (data === null) return
    real.same(data, { cancelled: ended.length, left: meant.length - ended.length }, String(this))
    for (const order of ended) cancel(model, order)
  }
  toString = () => `cancelAllSpot(${this.any ? 'any' : ''})`
}
