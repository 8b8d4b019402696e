import { png } from '../../../support/server/testServer.ts'
import { amountOf, PAYOUT_MS, tradedUnit, units, type Model } from './model.ts'
import type { Real } from './real.ts'
import { readTraded, Step, textOf, type Amount } from './step.ts'

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
    const amount = textOf(this.amount, available, currency, tradedUnit(currency))
    const requested = readTraded(amount, currency)
    const fee = OUT.fee * units('1', currency)
    const net = amountOf(requested !== null && requested > fee ? requested - fee : fee, currency)
    const expected = /[1-9]/.test(amount) ? this.expected(model, real, requested, available) : 'amountError'
    const payload = {
      mode,
      payee: real.payees[who],
      currency,
      amount,
      fee: amountOf(fee, currency),
      net,
      payProof: await real.proof(who),
      stepUpProof: await real.stepUpProof(who),
    }
    const data = await real.money(who, 'wallet/out', payload, expected, String(this))
    if (expected !== 'withdrawalRequested' || requested === null || data === null) return
    model.hold(who, currency, requested)
    model.withdrawals.push({
      id: data.id,
      owner: who,
      currency,
      amount: requested,
      fails: /\.\d*1[345]$/.test(amountOf(requested, currency)),
      created: model.now,
      ended: false,
      cancelled: false,
    })
  }
  private expected(model: Model, real: Real, requested: bigint | null, available: bigint): string {
    const one = units('1', this.currency)
    if (model.person(this.who).mode === 'demo') return 'demoForbids'
    if (model.withdrawals.some(({ owner, ended }) => owner === this.who && !ended)) return 'withdrawalPending'
    if (!model.hasTurnover(this.who, real.price)) return 'insufficientTurnover'
    if (requested === null) return 'amountError'
    if (requested < OUT.minimum * one) return 'amountBelowMinimum'
    if (requested > OUT.maximum * one) return 'amountAboveMaximum'
    return requested > available ? 'withdrawalExceedsHoldings' : 'withdrawalRequested'
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
    const withdrawal = model.withdrawals.filter(({ owner }) => owner === who).at(-1 - this.back)
    if (!withdrawal) return
    const { mode } = model.person(who)
    const expected =
      mode === 'demo'
        ? 'unauthorizedOperation'
        : !withdrawal.cancelled && model.statusOf(withdrawal, PAYOUT_MS) === 0
          ? 'cancelled'
          : 'orderCannotBeCancelled'
    await real.money(
      who,
      'wallet/cancel',
      {
        mode,
        id: withdrawal.id,
        currency: withdrawal.currency,
        amount: amountOf(withdrawal.amount, withdrawal.currency),
      },
      expected,
      String(this),
    )
    if (expected !== 'cancelled') return
    withdrawal.ended = true
    withdrawal.cancelled = true
    model.hold(who, withdrawal.currency, -withdrawal.amount)
  }
  toString = () => `cancel(${this.who}, the withdrawal ${this.back} before the last)`
}
