import type * as fc from 'fast-check'
import type { Model } from './model.ts'
import { priceOf, type Symbol } from './prices.ts'
import type { Real } from './real.ts'

export type Command = fc.AsyncCommand<Model, Real>

export abstract class Step implements Command {
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

/** A price at a distance of `by` hundred-thousandths. */
export const away = (ticks: number, by: number): number => Math.round(ticks + (ticks * by) / 100_000)

/** Converts ticks to the price of a payload. */
export const priceText = (ticks: number, symbol: Symbol): string => priceOf(ticks, symbol)

/** An item of a list, by any number. */
export const pick = <One>(list: readonly One[], at: number): One | undefined => list[at % Math.max(1, list.length)]
