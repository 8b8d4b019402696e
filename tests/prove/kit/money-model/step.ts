import type * as fc from 'fast-check'
import { amountOf, scaleOf, tradedUnit, units, type Currency, type Model } from './model.ts'
import type { Real } from './real.ts'

/** An amount: thousandths of a balance, or a text. */
export type Amount = { share: number } | { text: string }

export type Command = fc.AsyncCommand<Model, Real>

/** Returns the text of an amount; a share is taken from `balance`, minor units, and rounded down to a multiple of `unit`. */
export function textOf(amount: Amount, balance: bigint, currency: Currency, unit = 1n): string {
  if ('text' in amount) return amount.text
  const share = (balance * BigInt(amount.share)) / 1000n
  return amountOf(share - (share % unit), currency)
}

/** Minor units; null when finer than the currency. */
export function read(text: string, currency: Currency): bigint | null {
  return (text.split('.')[1] ?? '').length > scaleOf(currency) ? null : units(text, currency)
}

/** Minor units of an amount that is traded; null when finer than the traded unit. */
export function readTraded(text: string, currency: Currency): bigint | null {
  const asked = read(text, currency)
  return asked !== null && asked % tradedUnit(currency) === 0n ? asked : null
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
