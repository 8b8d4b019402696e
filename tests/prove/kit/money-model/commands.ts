import * as fc from 'fast-check'
import { Cancel, Pay, Withdraw } from './funding.ts'
import type { Real } from './real.ts'
import {
  amountOf,
  CURRENCIES,
  OPENING,
  quoteOf,
  REFILL_MS,
  tradedUnit,
  type Currency,
  type Kind,
  type Model,
} from './model.ts'
import { read, readTraded, Step, textOf, type Amount, type Command } from './step.ts'

export class Transfer extends Step {
  constructor(
    who: number,
    readonly from: Kind,
    readonly currency: Currency,
    readonly amount: Amount,
  ) {
    super(who)
  }
  async both(model: Model, real: Real) {
    const { who, from, currency } = this
    const { mode } = model.person(who)
    const to: Kind = from === 'coin' ? 'contract' : 'coin'
    const balance = model.available(who, mode, from, currency)
    const amount = textOf(this.amount, balance, currency)
    const moved = read(amount, currency)
    const expected =
      moved === 0n
        ? 'amountError'
        : currency === 'USD'
          ? 'wrongCurrencyType'
          : moved === null
            ? 'amountError'
            : moved > balance
              ? 'insufficientBalance'
              : 'transferred'
    await real.money(this.who, 'wallet/transfer', { mode, from, to, currency, amount }, expected, String(this))
    if (expected !== 'transferred' || moved === null) return
    model.add(who, mode, from, currency, -moved)
    model.add(who, mode, to, currency, moved)
    model.person(who).transfers[mode] += 1
  }
  toString = () => `transfer(${this.who}, ${this.from}, ${JSON.stringify(this.amount)} ${this.currency})`
}

export class AskQuote extends Step {
  constructor(
    who: number,
    readonly from: Currency,
    readonly to: Currency,
    readonly side: 'pay' | 'receive',
    readonly amount: Amount,
  ) {
    super(who)
  }
  async both(model: Model, real: Real) {
    const { who, from, to, side } = this
    const { mode } = model.person(who)
    const currency = side === 'pay' ? from : to
    const amount = textOf(this.amount, model.available(who, mode, 'coin', currency), currency, tradedUnit(currency))
    const available = model.available(who, mode, 'coin', from)
    // All of a balance may have a fraction of a cent.
    const isAll = side === 'pay' && amount === amountOf(available, from)
    const asked = isAll ? available : readTraded(amount, currency)
    const quoted =
      from === to
        ? { refused: 'typeError' }
        : asked === null
          ? { refused: 'amountError' }
          : quoteOf(
              { from: real.price(from), to: real.price(to) },
              from,
              to,
              side === 'pay' ? { pay: asked } : { receive: asked },
              available,
            )
    const data = await real.call(
      who,
      'wallet/flash_quote',
      { mode, from, to, [side]: amount },
      'refused' in quoted ? quoted.refused : 1,
      String(this),
    )
    if ('refused' in quoted || data === null) return
    const expected = {
      pay: amountOf(quoted.pay, from),
      receive: amountOf(quoted.receive, to),
      fee: amountOf(quoted.fee, to),
    }
    real.same({ pay: data.pay, receive: data.receive, fee: data.fee }, expected, String(this))
    model.quotes.push({
      id: data.id,
      owner: who,
      mode,
      from,
      to,
      ...quoted,
      expires: model.now + data.lasts * 1000,
      used: false,
    })
  }
  toString = () => `quote(${this.who}, ${this.side} ${JSON.stringify(this.amount)}, ${this.from} to ${this.to})`
}

export class Exchange extends Step {
  constructor(
    who: number,
    readonly back: number,
    readonly altered: boolean,
  ) {
    super(who)
  }
  async both(model: Model, real: Real) {
    const quote = model.quotes.at(-1 - (this.back % Math.max(1, model.quotes.length)))
    if (!quote) return
    const { id, owner, mode, from, to, pay, fee } = quote
    const { who } = this
    const receive = quote.receive + (this.altered ? 1n : 0n)
    const expected = this.expected(model, quote)
    await real.money(
      who,
      'wallet/flashAgainst',
      { mode, quote: id, from, to, pay: amountOf(pay, from), receive: amountOf(receive, to), fee: amountOf(fee, to) },
      expected,
      String(this),
    )
    if (expected !== 'exchanged') return
    quote.used = true
    model.add(owner, mode, 'coin', from, -pay)
    model.add(owner, mode, 'coin', to, receive)
    const { exchanges, traded } = model.person(owner)
    exchanges[mode] += 1
    if (mode === 'real') traded.set(from, (traded.get(from) ?? 0n) + pay)
  }
  private expected(model: Model, { owner, mode, from, pay, used, expires }: Model['quotes'][number]): string {
    if (model.person(this.who).mode !== mode) return 'statusAbnormal'
    if (owner !== this.who) return 'dataNotFound'
    if (used) return 'tradeStatusAbnormal'
    if (model.now >= expires) return 'quoteExpired'
    if (this.altered) return 'amountError'
    return pay > model.available(owner, mode, 'coin', from) ? 'insufficientBalance' : 'exchanged'
  }
  toString = () => `exchange(${this.who}, quote -${this.back}${this.altered ? ', altered' : ''})`
}

export class Refill extends Step {
  async both(model: Model, real: Real) {
    const person = model.person(this.who)
    const missing = OPENING.demo - model.balance(this.who, 'demo', 'coin', 'USDT')
    const early = person.refilled !== null && person.refilled + REFILL_MS > model.now
    const expected =
      person.mode !== 'demo'
        ? 'statusAbnormal'
        : missing <= 0n
          ? 'refillNotNeeded'
          : early
            ? 'refillTooEarly'
            : 'refilled'
    await real.money(this.who, 'user/demo_refill', { mode: 'demo' }, expected, String(this))
    if (expected !== 'refilled') return
    model.add(this.who, 'demo', 'coin', 'USDT', missing)
    person.refilled = model.now
  }
  toString = () => `refill(${this.who})`
}

/** A quote, and its exchange after some seconds. */
export class Deal extends Step {
  constructor(
    readonly ask: AskQuote,
    readonly seconds: number,
  ) {
    super(ask.who)
  }
  async both(model: Model, real: Real) {
    await this.ask.both(model, real)
    if (this.seconds > 0) await new Pass(this.seconds).both(model, real)
    await new Exchange(this.who, 0, false).both(model, real)
  }
  toString = () => `${String(this.ask)}, exchanged after ${this.seconds} s`
}

/** Moves a part of the demo money to the other account, and requests a refill. */
export class Practise extends Step {
  async both(model: Model, real: Real) {
    await new Transfer(this.who, 'coin', 'USDT', { share: 100 }).both(model, real)
    await new Refill(this.who).both(model, real)
  }
  toString = () => `practise(${this.who})`
}

class Switch extends Step {
  async both(model: Model, real: Real) {
    const person = model.person(this.who)
    person.mode = person.mode === 'real' ? 'demo' : 'real'
    await real.call(this.who, 'user/switch_account', { mode: person.mode }, 'set', String(this))
  }
  toString = () => `switch(${this.who})`
}

/** Sends the last request again with its key: the same answer, and no further effect. */
class Repeat extends Step {
  both = async (_model: Model, real: Real) => real.repeat(String(this))
  toString = () => 'repeat()'
}

class Pass extends Step {
  constructor(readonly seconds: number) {
    super(0)
  }
  async both(model: Model, real: Real) {
    model.pass(this.seconds)
    await real.pass(this.seconds)
  }
  toString = () => `pass(${this.seconds} s)`
}

/** A withdrawal that is cancelled after some seconds. */
class Regret extends Step {
  constructor(
    readonly ask: Withdraw,
    readonly seconds: number,
  ) {
    super(ask.who)
  }
  async both(model: Model, real: Real) {
    await this.ask.both(model, real)
    if (this.seconds > 0) await new Pass(this.seconds).both(model, real)
    await new Cancel(this.who, 0).both(model, real)
  }
  toString = () => `${String(this.ask)}, taken back after ${this.seconds} s`
}

const who = fc.nat({ max: 1 })
const currency = fc.constantFrom(...CURRENCIES)
const usually = fc.constantFrom<Currency>('USDT', 'USDT', ...CURRENCIES)
const amount: fc.Arbitrary<Amount> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ share: fc.integer({ min: 1, max: 1000 }) }) },
  { weight: 1, arbitrary: fc.record({ share: fc.constantFrom(1000, 1001, 2000) }) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('0', '0.00000001', '0.000000001', '9.99999999', '10', '20.005', '50000', '50000.01', '123.45678901')
      .map((text) => ({ text })),
  },
)
const kind = fc.constantFrom<Kind>('coin', 'contract')
const paid = fc.oneof(
  fc.tuple(fc.constant('USDT' as const), fc.constantFrom('19.99', '20', '250.5', '33.13', '20000', '20000.01', '0')),
  fc.tuple(fc.constant('BTC' as const), fc.constantFrom('0.00049999', '0.0005', '0.01', '0.0114', '5.00000001')),
)

const pair = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant<Currency>('USDT'), fc.constantFrom<Currency>('BTC', 'DOGE', 'USD')) },
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom<Currency>('BTC', 'DOGE', 'USD'), usually) },
  { weight: 1, arbitrary: fc.tuple(currency, currency) },
)
const quote = fc
  .tuple(who, pair, fc.constantFrom<'pay' | 'receive'>('pay', 'pay', 'receive'), amount)
  .map(([of, [from, to], side, given]) => new AskQuote(of, from, to, side, given))

export const commands: fc.Arbitrary<Command>[] = [
  fc.tuple(who, kind, usually, amount).map((of) => new Transfer(...of)),
  quote,
  ...[0, 9, 10].map((seconds) => quote.map((of) => new Deal(of, seconds))),
  fc
    .tuple(who, fc.constantFrom(0, 0, 0, 1, 2), fc.constantFrom(false, false, false, true))
    .map((of) => new Exchange(...of)),
  who.map((of) => new Refill(of)),
  who.map((of) => new Practise(of)),
  who.map((of) => new Switch(of)),
  fc.constant(0).map((of) => new Repeat(of)),
  fc.constantFrom(1, 5, 10, 20, 40, 3600).map((seconds) => new Pass(seconds)),
  fc
    .tuple(
      who,
      fc.constantFrom('USDT', 'USDT', 'USD'),
      fc.oneof(
        amount,
        fc.constantFrom('20', '33.13', '100.5', '19.99').map((text) => ({ text })),
      ),
    )
    .map((of) => new Withdraw(...of)),
  fc.tuple(who, fc.constantFrom(0, 0, 0, 1)).map((of) => new Cancel(...of)),
  fc
    .tuple(who, fc.constantFrom('20', '33.13', '100.5'), fc.constantFrom(0, 0, 19, 20, 40))
    .map(([of, text, seconds]) => new Regret(new Withdraw(of, 'USDT', { text }), seconds)),
  fc.tuple(who, paid).map(([of, [coin, text]]) => new Pay(of, coin, text)),
]
