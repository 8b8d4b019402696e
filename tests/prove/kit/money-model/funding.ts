import { png } from '../../../../src/server/testing/testServer.ts'
import { amountOf, PAYOUT_MS, units, type Model } from './model.ts'
import type { Real } from './real.ts'
import { read, Step, textOf, type Amount } from './step.ts'

const WAYS = {
  USDT: { channel: 'card', network: undefined, minimum: '20', maximum: '20000' },
  BTC: { channel: 'wallet', network: 'BTC', minimum: '0.0005', maximum: '5' },
} as const

export class Pay extends Step {
  constructor(
    who: number,
    readonly currency: keyof typeof WAYS,
    readonly amount: string,
  ) {
    super(who)
  }
  async both(model: Model, real: Real) {
    const { who, currency, amount } = this
    const { channel, network, minimum, maximum } = WAYS[currency]
    const { mode } = model.person(who)
    const paid = units(amount, currency)
    const expected =
      paid === 0n
        ? 'amountError'
        : mode === 'demo'
          ? 'demoForbids'
          : paid < units(minimum, currency)
            ? 'minimumDeposit'
            : paid > units(maximum, currency)
              ? 'amountAboveMaximum'
              : 'submittedForReview'
    const screenshot = await real.picture(who, png)
    const data = await real.money(
      who,
      'wallet/charge_req',
      { mode, channel, currency, network, amount, screenshot },
      expected,
      String(this),
    )
    if (expected !== 'submittedForReview' || data === null) return
    model.deposits.push({
      id: data.id,
      owner: who,
      currency,
      amount: paid,
      fails: /\.\d*1[345]$/.test(amount),
      created: model.now,
      credited: false,
    })
  }
  toString = () => `deposit(${this.who}, ${this.amount} ${this.currency})`
}

const OUT = { fee: 3n, minimum: 20n, maximum: 20000n }

export class Withdraw extends Step {
  constructor(
    who: number,
    readonly currency: 'USDT' | 'USD',
    readonly amount: Amount,
  ) {
    super(who)
  }
  async both(model: Model, real: Real) {
    const { who, currency } = this
    const { mode } = model.person(who)
    const available = model.available(who, mode, 'coin', currency)
    const amount = textOf(this.amount, available, currency)
    const wanted = read(amount, currency)
    const fee = OUT.fee * units('1', currency)
    const net = amountOf(wanted !== null && wanted > fee ? wanted - fee : fee, currency)
    const expected = this.expected(model, real, wanted, available)
    const payload = {
      mode,
      payee: real.payees[who],
      currency,
      amount,
      fee: amountOf(fee, currency),
      net,
      payProof: await real.proof(who),
    }
    const data = await real.money(who, 'wallet/out', payload, expected, String(this))
    if (expected !== 'withdrawalRequested' || wanted === null || data === null) return
    model.hold(who, currency, wanted)
    model.withdrawals.push({
      id: data.id,
      owner: who,
      currency,
      amount: wanted,
      fails: /\.\d*1[345]$/.test(amountOf(wanted, currency)),
      created: model.now,
      ended: false,
      cancelled: false,
    })
  }
  private expected(model: Model, real: Real, wanted: bigint | null, available: bigint): string {
    const one = units('1', this.currency)
    if (model.person(this.who).mode === 'demo') return 'demoForbids'
    if (model.withdrawals.some(({ owner, ended }) => owner === this.who && !ended)) return 'withdrawalPending'
    if (!model.hasTurnover(this.who, real.price)) return 'insufficientTurnover'
    if (wanted === null || wanted === 0n) return 'amountError'
    if (wanted < OUT.minimum * one) return 'amountBelowMinimum'
    if (wanted > OUT.maximum * one) return 'amountAboveMaximum'
    return wanted > available ? 'withdrawalExceedsHoldings' : 'withdrawalRequested'
  }
  toString = () => `withdraw(${this.who}, ${JSON.stringify(this.amount)} ${this.currency})`
}

/** Cancels one of the requested withdrawals: the last one, or one before it. */
export class Cancel extends Step {
  constructor(
    who: number,
    readonly back: number,
  ) {
    super(who)
  }
  async both(model: Model, real: Real) {
    const { who } = this
    const found = model.withdrawals.filter(({ owner }) => owner === who).at(-1 - this.back)
    if (!found) return
    const { mode } = model.person(who)
    const expected =
      mode === 'demo'
        ? 'unauthorizedOperation'
        : !found.cancelled && model.statusOf(found, PAYOUT_MS) === 0
          ? 'cancelled'
          : 'orderCannotBeCancelled'
    await real.money(
      who,
      'wallet/cancel',
      { mode, id: found.id, currency: found.currency, amount: amountOf(found.amount, found.currency) },
      expected,
      String(this),
    )
    if (expected !== 'cancelled') return
    found.ended = true
    found.cancelled = true
    model.hold(who, found.currency, -found.amount)
  }
  toString = () => `cancel(${this.who}, the withdrawal ${this.back} before the last)`
}
