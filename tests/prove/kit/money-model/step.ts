import type * as fc from 'fast-check'
import { amountOf, scaleOf, units, type Currency, type Model } from './model.ts'
import type { Real } from './real.ts'

/** An amount: thousandths of a balance, or a text. */
export type Amount = { share: number } | { text: string }

export type Command = fc.AsyncCommand<Model, Real>

/** Returns the text of an amount; a share is taken from `balance`, minor units, and rounded down. */
export function textOf(amount: Amount, balance: bigint, currency: Currency): string {
  return 'text' in amount ? amount.text : amountOf((balance * BigInt(amount.share)) / 1000n, currency)
}

/** Minor units; null when finer than the currency. */
export function read(text: string, currency: Currency): bigint | null {
  return (text.split('.')[1] ?? '').length > scaleOf(currency) ? null : units(text, currency)
}

export abstract class Step implements Command {
  constructor(readonly who: number) {}
  check(): boolean {
    return true
  }
  /** Executes it on both, then compares everything visible. */
  async run(model: Model, real: Real): Promise<void> {
    await this.both(model, real)
    await real.compare(model, String(this))
    real.steps += 1
  }
  abstract both(model: Model, real: Real): Promise<void>
  abstract toString(): string
}
