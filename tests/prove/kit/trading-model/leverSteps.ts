import {
  closeLevered,
  closingOf,
  costOf,
  dropOrder,
  openLevered,
  Levered,
  type LeverOrder,
  type PositionSide,
} from './leverage.ts'
import type { Model } from './model.ts'
import { isCrypto, type Symbol } from './prices.ts'
import type { Real } from './real.ts'
import { away, pick, Step, priceText } from './step.ts'
import { compareTolerance } from './tolerance.ts'
import { amountOf, heldFor, isMultiple, LEVER, leverTerms, units } from './terms.ts'

/** Stops, in hundred-thousandths of a price for the position and against it. */
export interface Stops {
  gain: number | null
  loss: number | null
}

const signOf = (side: PositionSide): 1 | -1 => (side === 'long' ? 1 : -1)
const stopsAt = (side: PositionSide, price: number, { gain, loss }: Stops) => ({
  takeProfit: gain === null ? null : away(price, gain * signOf(side)),
  stopLoss: loss === null ? null : away(price, -loss * signOf(side)),
})

function wrongStop(
  side: PositionSide,
  { takeProfit, stopLoss }: { takeProfit: number | null; stopLoss: number | null },
  marks: readonly number[],
  liquidation: number | null,
): 'takeProfitWrong' | 'stopLossWrong' | 'stopLossTooFar' | null {
  const sign = signOf(side)
  if (takeProfit !== null && marks.some((mark) => (takeProfit - mark) * sign < 0)) return 'takeProfitWrong'
  if (stopLoss === null) return null
  if (marks.some((mark) => (stopLoss - mark) * sign > 0)) return 'stopLossWrong'
  return liquidation !== null && (stopLoss - liquidation) * sign <= 0 ? 'stopLossTooFar' : null
}

const written = (symbol: Symbol, { takeProfit, stopLoss }: { takeProfit: number | null; stopLoss: number | null }) => ({
  ...(takeProfit !== null && { takeProfit: priceText(takeProfit, symbol) }),
  ...(stopLoss !== null && { stopLoss: priceText(stopLoss, symbol) }),
})

export class Order extends Step {
  constructor(
    readonly symbol: Symbol,
    readonly side: PositionSide,
    readonly kind: 'market' | 'limit',
    readonly by: number,
    readonly lots: string,
    readonly leverage: number,
    readonly stops: Stops,
  ) {
    super()
  }
  async both(model: Model, real: Real) {
    const { symbol, side, kind, leverage } = this
    const seen = model.seen(symbol)
    const current = side === 'long' ? seen.ask : seen.bid
    const price = away(current, this.by)
    const immediate = kind === 'market' || price === current
    const open = immediate ? current : price
    const stops = stopsAt(side, open, this.stops)
    const request = { symbol, side, lots: units(this.lots), leverage, ...stops }
    const { margin, fee } = costOf(request, open)
    const expected = this.expected(model, {
      price,
      current,
      marks: immediate ? [seen.bid, seen.ask] : [price],
      liquidation: new Levered('', symbol, side, request.lots, leverage, margin, fee, open, null, null, 0).liquidation,
      immediate,
      margin,
      fee,
      ...stops,
    })
    const payload = {
      symbol,
      side,
      kind,
      lots: this.lots,
      leverage,
      price: priceText(price, symbol),
      ...written(symbol, stops),
    }
    const data = await real.money(isCrypto(symbol) ? 'lever/submit' : 'lever/whsubmit', payload, expected, String(this))
    if (expected !== 'orderPlaced' || data === null) return
    const order = { ...request, id: data.id, margin, fee }
    if (immediate) return openLevered(model, order, current, model.now)
    model.contract.held += heldFor(margin + fee)
    model.orders.push({ ...order, price })
  }
  private expected(
    model: Model,
    {
      price,
      current,
      marks,
      liquidation,
      immediate,
      margin,
      fee,
      ...stops
    }: {
      price: number
      current: number
      marks: number[]
      liquidation: number | null
      immediate: boolean
      margin: bigint
      fee: bigint
      takeProfit: number | null
      stopLoss: number | null
    },
  ): string {
    const { symbol, side, kind, lots, leverage } = this
    const { step, minimum, maximum, leverages } = leverTerms(symbol)
    if (!model.isOpen(symbol)) return 'marketClosed'
    if (units(lots) <= 0n) return 'quantityNotPositive'
    if (!isMultiple(lots, step)) return 'quantityNotMultiple'
    if (units(lots) < units(minimum)) return 'quantityBelowMinimum'
    if (units(lots) > units(maximum)) return 'quantityAboveMaximum'
    if (leverage < Math.min(...leverages) || leverage > Math.max(...leverages)) return 'parameterError'
    if (kind === 'limit' && (price - current) * signOf(side) > 0) return 'limitPriceWrong'
    if (kind === 'market' && !compareTolerance(signOf(side), price, current, LEVER.tolerance)) return 'priceChanged'
    const available = model.contract.posted - model.contract.held
    return (
      wrongStop(side, stops, marks, liquidation) ??
      (margin > available
        ? 'insufficientAccountBalance'
        : (immediate ? margin + fee : heldFor(margin + fee)) > available
          ? 'feeDeductionFailed'
          : 'orderPlaced')
    )
  }
  toString = () =>
    `order(${this.side} ${this.kind} ${this.lots} ${this.symbol} x${this.leverage} at ${this.by}, ${JSON.stringify(this.stops)})`
}

/** An open or closed position. */
const anyPosition = (model: Model, at: number): { id: string; open: Levered | undefined } | null => {
  const ids = [...new Set([...model.positions.map(({ id }) => id), ...model.deals.map(({ position }) => position)])]
  const id = pick(ids, at)
  return id === undefined ? null : { id, open: model.positions.find((position) => position.id === id) }
}

export class Close extends Step {
  constructor(
    readonly at: number,
    readonly lots: number | string,
    readonly other: boolean,
  ) {
    super()
  }
  async both(model: Model, real: Real) {
    const selected = anyPosition(model, this.at)
    if (!selected?.open) {
      if (selected) await real.money('lever/close', { id: selected.id, lots: '0.01' }, 'tradeRecordGone', String(this))
      return
    }
    const { open } = selected
    const step = units(leverTerms(open.symbol).step)
    const lots =
      typeof this.lots === 'string' ? units(this.lots) : ((open.lots * BigInt(this.lots)) / 1000n / step) * step
    const crypto = isCrypto(open.symbol) !== this.other
    const expected = this.expected(model, open, lots)
    await real.money(
      crypto ? 'lever/close' : 'lever/whclose',
      { id: open.id, lots: amountOf(lots) },
      expected,
      String(this),
    )
    if (expected === 'closed') closeLevered(model, open, lots, model.seen(open.symbol), 'user')
  }
  private expected(model: Model, open: Levered, lots: bigint): string {
    if (this.other) return 'typeError'
    if (!model.isOpen(open.symbol)) return 'marketClosed'
    if (lots <= 0n) return 'quantityNotPositive'
    if (lots > open.lots) return 'quantityAboveMaximum'
    return lots < open.lots && lots % units(leverTerms(open.symbol).step) !== 0n ? 'quantityNotMultiple' : 'closed'
  }
  toString = () => `close(${this.at}, ${this.lots}${this.other ? ', by the other call' : ''})`
}

export class CloseAll extends Step {
  constructor(
    readonly symbol: Symbol | null,
    readonly side: PositionSide | null,
  ) {
    super()
  }
  async both(model: Model, real: Real) {
    const { symbol, side } = this
    const meant = model.positions.filter(
      (position) => (symbol === null || position.symbol === symbol) && (side === null || position.side === side),
    )
    const closable = meant.filter((levered) => model.isOpen(levered.symbol))
    const expected = meant.length === 0 ? 'noTradeRecords' : closable.length === 0 ? 'marketClosed' : 'closed'
    const data = await real.money(
      'lever/dealall',
      { ...(symbol && { symbol }), ...(side && { side }) },
      expected,
      String(this),
    )
    if (expected !== 'closed' || data === null) return
    const deals = closable.map((levered) =>
      closeLevered(model, levered, levered.lots, model.seen(levered.symbol), 'user'),
    )
    const net = deals.reduce((sum, { profit, fee }) => sum + profit - fee, 0n)
    real.same(data, { closed: closable.length, left: meant.length - closable.length, net: amountOf(net) }, String(this))
  }
  toString = () => `closeAll(${this.symbol}, ${this.side})`
}

export class SetStops extends Step {
  constructor(
    readonly at: number,
    readonly stops: Stops,
  ) {
    super()
  }
  async both(model: Model, real: Real) {
    const open = pick(model.positions, this.at)
    if (!open) return
    const current = open.closing(model.seen(open.symbol))
    const stops = stopsAt(open.side, current, this.stops)
    const expected = wrongStop(open.side, stops, [open.open, current], open.liquidation) ?? 'stopsSet'
    await real.call(
      'lever/setstop',
      { mode: 'real', id: open.id, symbol: open.symbol, ...written(open.symbol, stops) },
      expected,
      String(this),
    )
    if (expected === 'stopsSet') Object.assign(open, stops)
  }
  toString = () => `setStops(${this.at}, ${JSON.stringify(this.stops)})`
}

/** Places a close order: at a distance of `by` hundred-thousandths, or a trailing one with a rate in hundredths of a per cent. */
export class PlaceCloseOrder extends Step {
  constructor(
    readonly at: number,
    readonly kind: 'trigger' | 'limit' | 'trailing',
    readonly by: number,
    readonly rate: number,
    readonly part: number | null,
  ) {
    super()
  }
  async both(model: Model, real: Real) {
    const open = pick(model.positions, this.at)
    if (!open) return
    const { symbol } = open
    const current = open.closing(model.seen(symbol))
    const trigger = away(current, this.by)
    const step = units(leverTerms(symbol).step)
    const lots = this.part === null ? null : ((open.lots * BigInt(this.part)) / 1000n / step) * step
    const sideRises = open.side === 'long'
    const isTrigger = this.kind !== 'trailing'
    const expected = this.expected(open, { current, trigger, lots })
    const data = await real.money(
      'lever/close_order',
      {
        id: open.id,
        symbol,
        kind: this.kind,
        ...(lots !== null && { lots: amountOf(lots) }),
        ...(isTrigger ? { trigger: priceText(trigger, symbol) } : { rate: String(this.rate / 100) }),
      },
      expected,
      String(this),
    )
    if (expected !== 'orderPlaced' || data === null) return
    if (this.kind === 'limit' && trigger === current && model.isOpen(symbol)) {
      real.same(data.status, 1, String(this))
      return void closeLevered(model, open, lots ?? open.lots, model.seen(symbol), 'limit')
    }
    open.closeOrders.push({
      id: data.id,
      kind: this.kind,
      lots,
      at: isTrigger ? { trigger, rises: this.kind === 'limit' ? sideRises : trigger > current } : null,
      trailing: isTrigger ? null : { rate: this.rate, best: current },
      ms: model.now,
    })
  }
  private expected(
    open: Levered,
    { current, trigger, lots }: { current: number; trigger: number; lots: bigint | null },
  ): string {
    const sign = signOf(open.side)
    if (lots !== null && lots <= 0n) return 'quantityNotPositive'
    if (this.kind === 'trailing') {
      if (this.rate < 10 || this.rate > 2000) return 'parameterError'
    } else if (this.kind === 'limit') {
      if ((trigger - current) * sign < 0) return 'closeLimitWrong'
    } else {
      if (trigger === current) return 'triggerReached'
      const isAgainst = (trigger - current) * sign < 0
      if (isAgainst && open.liquidation !== null && (trigger - open.liquidation) * sign <= 0) return 'stopLossTooFar'
    }
    return open.closeOrders.length >= 4 ? 'closeOrdersFull' : 'orderPlaced'
  }
  toString = () => `closeOrder(${this.at}, ${this.kind} at ${this.by}, rate ${this.rate}, ${this.part})`
}

/** Adds margin to a position. */
export class AddMargin extends Step {
  constructor(
    readonly at: number,
    readonly amount: string,
  ) {
    super()
  }
  async both(model: Model, real: Real) {
    const open = pick(model.positions, this.at)
    if (!open) return
    const amount = units(this.amount)
    const { posted, held } = model.contract
    const expected =
      amount <= 0n || amount % units('0.01') !== 0n
        ? 'amountError'
        : amount > posted - held
          ? 'insufficientAccountBalance'
          : 'marginAdded'
    await real.money(
      'lever/margin',
      { id: open.id, symbol: open.symbol, amount: this.amount, promise: { margin: amountOf(open.margin + amount) } },
      expected,
      String(this),
    )
    if (expected !== 'marginAdded') return
    open.addMargin(amount)
    model.contract.held += amount
  }
  toString = () => `addMargin(${this.at}, ${this.amount})`
}

/** Closes a position and opens its lots on the other side; `by` is the drift of the price that was seen. */
export class Reverse extends Step {
  constructor(
    readonly at: number,
    readonly by: number,
  ) {
    super()
  }
  async both(model: Model, real: Real) {
    const open = pick(model.positions, this.at)
    if (!open) return
    const { symbol, lots, leverage } = open
    const side = open.side === 'long' ? 'short' : 'long'
    const seen = model.seen(symbol)
    const current = open.closing(seen)
    const price = away(current, this.by)
    const cost = costOf({ symbol, lots, leverage }, current)
    const expected = this.expected(model, open, { side, price, current, ...cost })
    const data = await real.money(
      'lever/reverse',
      { id: open.id, symbol, side, price: priceText(price, symbol) },
      expected,
      String(this),
    )
    if (expected !== 'reversed' || data === null) return
    const { profit, fee } = closeLevered(model, open, lots, seen, 'user')
    real.same([data.deal.profit, data.deal.fee].map(units), [profit, fee], String(this))
    const order = {
      id: data.order.id,
      symbol,
      side,
      lots,
      leverage,
      takeProfit: null,
      stopLoss: null,
      ...cost,
    } as const
    openLevered(model, order, current, model.now)
  }
  private expected(
    model: Model,
    open: Levered,
    {
      side,
      price,
      current,
      margin,
      fee,
    }: { side: PositionSide; price: number; current: number; margin: bigint; fee: bigint },
  ): string {
    if (!model.isOpen(open.symbol)) return 'marketClosed'
    if (!compareTolerance(signOf(side), price, current, LEVER.tolerance)) return 'priceChanged'
    const closing = closingOf(open, open.lots, model.seen(open.symbol))
    const available = model.contract.posted - model.contract.held + open.margin + closing.profit - closing.fee
    if (margin > available) return 'insufficientAccountBalance'
    return margin + fee > available ? 'feeDeductionFailed' : 'reversed'
  }
  toString = () => `reverse(${this.at}, price seen ${this.by} away)`
}

export class CancelCloseOrder extends Step {
  constructor(
    readonly at: number,
    readonly order: number,
  ) {
    super()
  }
  async both(model: Model, real: Real) {
    const open = pick(model.positions, this.at)
    const order = open && pick(open.closeOrders, this.order)
    if (!open || !order) return
    await real.call('lever/close_order_cancel', { mode: 'real', id: order.id }, 'orderCancelled', String(this))
    open.closeOrders.splice(open.closeOrders.indexOf(order), 1)
  }
  toString = () => `cancelCloseOrder(${this.at}, ${this.order})`
}

/** Changes the limit and the lots of a pending order. */
export class AmendOrder extends Step {
  constructor(
    readonly at: number,
    readonly by: number,
    readonly lots: string,
  ) {
    super()
  }
  async both(model: Model, real: Real) {
    const order = pick(model.orders, this.at)
    const { id, symbol, side } = order ?? model.positions[0] ?? {}
    if (id === undefined || symbol === undefined || side === undefined) return
    const seen = model.seen(symbol)
    const current = side === 'long' ? seen.ask : seen.bid
    const price = away(current, this.by)
    const changed = order && { ...order, lots: units(this.lots), price }
    const cost = changed && costOf(changed, price)
    const expected =
      changed && cost ? this.expected(model, order, { ...changed, ...cost }, current) : 'orderCannotBeChanged'
    const payload = { id, symbol, side, price: priceText(price, symbol), lots: this.lots }
    await real.money('lever/amend', payload, expected, String(this))
    if (expected !== 'orderChanged' || !order || !changed || !cost) return
    model.contract.held += heldFor(cost.margin + cost.fee) - heldFor(order.margin + order.fee)
    Object.assign(order, changed, cost)
  }
  private expected(model: Model, order: LeverOrder, changed: LeverOrder, current: number): string {
    const { symbol, side, lots, leverage, margin, fee, price, takeProfit, stopLoss } = changed
    const { step, minimum, maximum } = leverTerms(symbol)
    if (!model.isOpen(symbol)) return 'marketClosed'
    if (lots <= 0n) return 'quantityNotPositive'
    if (!isMultiple(this.lots, step)) return 'quantityNotMultiple'
    if (lots < units(minimum)) return 'quantityBelowMinimum'
    if (lots > units(maximum)) return 'quantityAboveMaximum'
    if ((price - current) * signOf(side) > 0) return 'limitPriceWrong'
    if (price === current) return 'filledAtOnce'
    const { liquidation } = new Levered('', symbol, side, lots, leverage, margin, fee, price, null, null, 0)
    const { posted, held } = model.contract
    return (
      wrongStop(side, { takeProfit, stopLoss }, [price], liquidation) ??
      (heldFor(margin + fee) > posted - held + heldFor(order.margin + order.fee)
        ? 'insufficientAccountBalance'
        : 'orderChanged')
    )
  }
  toString = () => `amendOrder(${this.at}, ${this.lots} at ${this.by})`
}

export class CancelOrder extends Step {
  constructor(readonly at: number) {
    super()
  }
  async both(model: Model, real: Real) {
    const order = pick(model.orders, this.at)
    const id = order?.id ?? model.positions[0]?.id
    if (id === undefined) return
    await real.money('lever/cancel', { id }, order ? 'orderCancelled' : 'orderCannotBeCancelled', String(this))
    if (order) dropOrder(model, order)
  }
  toString = () => `cancelOrder(${this.at})`
}

/** Money leaves the contract account only while no margin position is open. */
export class Withdraw extends Step {
  constructor(readonly amount: string) {
    super()
  }
  async both(model: Model, real: Real) {
    const { posted, held } = model.contract
    const amount = units(this.amount)
    const expected =
      model.positions.length > 0
        ? 'leveragedTradeInProgress'
        : amount > posted - held
          ? 'insufficientBalance'
          : 'transferred'
    await real.money(
      'wallet/transfer',
      { from: 'contract', to: 'coin', currency: 'USDT', amount: this.amount },
      expected,
      String(this),
    )
    if (expected !== 'transferred') return
    model.contract.posted -= amount
    model.coin('USDT').posted += amount
  }
  toString = () => `toCoinAccount(${this.amount})`
}
