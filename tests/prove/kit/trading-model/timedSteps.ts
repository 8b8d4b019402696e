import { floor, percent, times, integer } from '../ratio.ts'
import type { Model } from './model.ts'
import { isCrypto, type Symbol } from './prices.ts'
import type { Real } from './real.ts'
import { away, Step, priceText } from './step.ts'
import { isNear } from './tolerance.ts'
import { amountOf, CENT, feeOf, heldFor, SECONDS, secondsTerms, units } from './terms.ts'

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
