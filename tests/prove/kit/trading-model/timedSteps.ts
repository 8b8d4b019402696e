import { floor, percent, times, integer } from '../ratio.ts'
import type { Model, Timed } from './model.ts'
import { isCrypto, type Symbol } from './prices.ts'
import type { Real } from './real.ts'
import { away, pick, Step, priceText } from './step.ts'
import { isNear } from './tolerance.ts'
import { amountOf, ceilCents, CENT, feeOf, heldFor, SECONDS, secondsTerms, units } from './terms.ts'

/** Bets that a price is higher, or lower, after some seconds. */
export class Bet extends Step {
  constructor(
    readonly symbol: Symbol,
    readonly side: 'long' | 'short',
    readonly term: number,
    readonly stake: string,
    readonly by: number,
    readonly wrong: boolean,
  ) {
    super()
  }
  async both(model: Model, real: Real) {
    const { symbol, side, stake } = this
    const { last } = model.seen(symbol)
    const term = secondsTerms(symbol).find(({ seconds }) => seconds === this.term)
    const amount = units(stake)
    const profit = term ? floor(times(integer(amount), percent(term[side]))) : 0n
    const fee = term ? feeOf(amount, term.fee) : 0n
    const price = away(last, this.by)
    const expires = Math.ceil(model.now / 1000) + this.term
    const expected = this.expected(model, { term, amount, fee, price, last, expires })
    const payload = {
      symbol,
      side,
      term: String(this.term),
      currency: 'USDT',
      stake,
      fee: amountOf(fee),
      profit: amountOf(profit + (this.wrong ? 1n : 0n)),
      price: priceText(price, symbol),
    }
    const data = await real.money(
      isCrypto(symbol) ? 'microtrade/submit' : 'microtrade/whsubmit',
      payload,
      expected,
      String(this),
    )
    if (expected !== 'orderPlaced' || data === null) return
    model.contract.held += heldFor(amount + fee)
    model.timed.push({
      id: data.id,
      symbol,
      side,
      stake: amount,
      fee,
      profit,
      entry: last,
      expires,
      placed: model.now,
      status: 0,
      exit: null,
      result: null,
    })
  }
  private expected(
    model: Model,
    {
      term,
      amount,
      fee,
      price,
      last,
      expires,
    }: {
      term: { minimum: string; maximum: string } | undefined
      amount: bigint
      fee: bigint
      price: number
      last: number
      expires: number
    },
  ): string {
    const { symbol, wrong } = this
    if (!model.isOpen(symbol)) return 'marketClosed'
    if (!term) return 'configurationMissing'
    if (amount % CENT !== 0n) return 'amountError'
    if (amount < units(term.minimum)) return 'orderBelowMinimum'
    if (amount > units(term.maximum)) return 'orderAboveMaximum'
    if (expires * 1000 >= model.prices.closes(symbol, model.now)) return 'expiryAfterClose'
    if (wrong) return 'amountError'
    if (!isNear(price, last, SECONDS.tolerance)) return 'priceChanged'
    const available = model.contract.posted - model.contract.held
    return amount > available
      ? 'insufficientAccountBalance'
      : heldFor(amount + fee) > available
        ? 'feeDeductionFailed'
        : 'orderPlaced'
  }
  toString = () =>
    `bet(${this.side} ${this.stake} on ${this.symbol} for ${this.term} s at ${this.by}${this.wrong ? ', wrong' : ''})`
}

/** The normal distribution by Simpson's rule over its density. */
function below(x: number): number {
  const [from, to, steps] = [-8, Math.min(8, Math.max(-8, x)), 800]
  const width = (to - from) / steps
  const density = (at: number) => Math.exp((-at * at) / 2) / Math.sqrt(2 * Math.PI)
  let sum = density(from) + density(to)
  for (let step = 1; step < steps; step++) sum += density(from + step * width) * (step % 2 === 0 ? 2 : 4)
  return (sum * width) / 3
}

const { sale: SALE, cancellation: CANCELLATION } = SECONDS

/** Sells a bet before its end. `least`: the lowest price accepted. */
export class Sell extends Step {
  constructor(
    readonly at: number,
    readonly least: 'none' | 'reached' | 'missed',
  ) {
    super()
  }
  async both(model: Model, real: Real) {
    const bet = pick(model.timed, this.at)
    if (!bet || !SALE) return
    const price = this.price(model, bet, Number(SALE.spread))
    // At this boundary a rounding decides.
    if (Math.abs(price - 0.01) < 0.001) return
    const expected =
      bet.status !== 0
        ? 'tradeRecordGone'
        : bet.expires - model.now / 1000 < SALE.lastSeconds || price < 0.01
          ? 'saleNotPossible'
          : this.least === 'missed'
            ? 'priceChanged'
            : 'contractSold'
    const least = this.least === 'none' ? null : (price + (this.least === 'missed' ? 0.02 : -0.02)).toFixed(2)
    const payload = { id: bet.id, currency: 'USDT', least: least === null || Number(least) > 0 ? least : '0.01' }
    const data = await real.money('microtrade/sell', payload, expected, String(this))
    if (data === null) return
    const proceeds = units(data.proceeds ?? '0')
    const isFair = Math.abs(Number(data.proceeds) - price) <= 0.011
    real.same([isFair, proceeds > 0n, proceeds <= bet.stake + bet.profit], [true, true, true], `${String(this)}, price`)
    model.end(bet, 4, model.seen(bet.symbol).last, proceeds - bet.stake - bet.fee)
  }
  /** The value of the bet less the spread, as a number. */
  private price(model: Model, { symbol, side, stake, fee, profit, entry, expires }: Timed, spread: number): number {
    const { last } = model.seen(symbol)
    const width = last * model.prices.deviation(symbol, model.now, expires * 1000)
    const [lower, higher] = [entry - 0.5, entry + 0.5].map((bound) => below((bound - last) / width)) as [number, number]
    const wins = side === 'long' ? 1 - higher : lower
    const value = Number(stake + profit) * wins + Number(stake + fee) * (higher - lower)
    return (value * (1 - spread / 100)) / 1e8
  }
  toString = () => `sell(${this.at}, ${this.least})`
}

/** Cancels a bet just after it was made. */
export class Cancel extends Step {
  constructor(
    readonly at: number,
    readonly wrong: boolean,
  ) {
    super()
  }
  async both(model: Model, real: Real) {
    const bet = pick(model.timed, this.at)
    if (!bet || !CANCELLATION) return
    const charge = ceilCents(times(integer(bet.stake), percent(CANCELLATION.fee)))
    const until = (Math.ceil(bet.placed / 1000) + CANCELLATION.seconds) * 1000
    const expected =
      bet.status !== 0
        ? 'tradeRecordGone'
        : model.now >= until
          ? 'orderCannotBeCancelled'
          : this.wrong
            ? 'amountError'
            : 'contractCancelled'
    const cancelFee = amountOf(charge + (this.wrong ? CENT : 0n))
    await real.money('microtrade/cancel', { id: bet.id, currency: 'USDT', cancelFee }, expected, String(this))
    if (expected === 'contractCancelled') model.end(bet, 5, model.seen(bet.symbol).last, -charge)
  }
  toString = () => `cancel(${this.at}${this.wrong ? ', wrong' : ''})`
}
