import { compare } from '../../../engine/language/values/decimal.ts'
import type { Percent, Price } from '../../../engine/language/values/units.ts'
import { nextBetter, trailingTrigger } from '../../../product/trading/trailing.ts'
import { closingPrice, hasReachedStopLoss, type PositionSide } from '../../../product/trading/leverage.ts'
import type { ServerContext } from '../../context.ts'
import { FailedItems } from '../../kit/jobs/dueRunner.ts'
import type { Bounds, Tick, Trigger } from './market/index.ts'

/** An order that waits for a price. No tick up to and including `checked_ms` met its trigger. */
export interface PendingTrigger {
  id: string
  symbol: string
  checked_ms: bigint
}

/** Returns the tick up to a moment that executes an order with several conditions; null: none. */
export type TickSearch = (untilMs: number) => Tick | null

export interface TriggerSource<Row extends PendingTrigger> {
  /** The first `TRIGGER_BATCH` waiting rows after the given id, ordered by id. */
  rows(after: string): Promise<Row[]>
  /** Cause of the execution of the row: a bound that no tick has met since its cursor, or a search. Null: nothing now, and current ticks will not count later. */
  trigger(row: Row): Trigger | TickSearch | null
  /** Executes the trigger in one transaction; the conditional status update makes it idempotent under concurrency. */
  execute(row: Row, tick: Tick): Promise<void>
  /** Moves the cursors of rows that still wait and are not beyond `ms`; a trigger may have changed meanwhile. */
  markChecked(ids: readonly string[], ms: number): Promise<void>
}

/** Rows that are read at once. */
export const TRIGGER_BATCH = 500
/** Minimum lag before a cursor is written: reading a minute of ticks again costs less than writing every order every second. */
const CURSOR_LAG_MS = 60_000

/** Trigger that fills a limit order: its limit or a better price. A buyer pays the ask, a seller gets the bid. */
export const limitTrigger = (side: 'buy' | 'sell', limit: Price): Trigger =>
  side === 'buy' ? { ask: { atMost: limit } } : { bid: { atLeast: limit } }

const isWithin = (price: Price, { atLeast, atMost }: Bounds): boolean =>
  (atLeast !== undefined && compare(price, atLeast) >= 0) || (atMost !== undefined && compare(price, atMost) <= 0)

/** Whether a tick meets a trigger: a limit order is filled at once if the tick in force does. */
export const meetsTrigger = (tick: Tick, { last = {}, bid = {}, ask = {} }: Trigger): boolean =>
  isWithin(tick.last, last) || isWithin(tick.bid, bid) || isWithin(tick.ask, ask)

/** The first tick after the order's cursor that meets its trigger. */
export function firstCrossing(
  { market }: Pick<ServerContext, 'market'>,
  { symbol, checked_ms: after }: Omit<PendingTrigger, 'id'>,
  trigger: Trigger,
  untilMs: number,
): Tick | null {
  return market.firstTick(symbol, Number(after), untilMs, trigger)
}

/**
 * Executes all triggers that ticks have met by now, in tick order and at the tick that met them, however late the job runs. A change
 * of a trigger must set `checked_ms` to now, otherwise earlier ticks would meet it.
 */
export async function processTriggers<Row extends PendingTrigger>(
  context: Pick<ServerContext, 'clock' | 'market'>,
  source: TriggerSource<Row>,
): Promise<void> {
  const nowMs = context.clock.nowMs()
  const crossings: { row: Row; tick: Tick }[] = []
  const failed = new FailedItems()
  for (let after = ''; ;) {
    const rows = await source.rows(after)
    const behind: string[] = []
    const check = (row: Row) => {
      const trigger = source.trigger(row)
      const tick =
        typeof trigger === 'function' ? trigger(nowMs) : trigger && firstCrossing(context, row, trigger, nowMs)
      if (tick) crossings.push({ row, tick })
      else if (nowMs - Number(row.checked_ms) >= (trigger ? CURSOR_LAG_MS : 1)) behind.push(row.id)
    }
    for (const row of rows) await failed.attempt(row.id, () => check(row))
    if (behind.length > 0) await source.markChecked(behind, nowMs)
    const last = rows.at(-1)
    if (!last || rows.length < TRIGGER_BATCH) break
    after = last.id
  }
  crossings.sort((a, b) => a.tick.timeMs - b.tick.timeMs || (a.row.id < b.row.id ? -1 : 1))
  for (const { row, tick } of crossings) await failed.attempt(row.id, () => source.execute(row, tick))
  failed.throwIfAny()
}

/** A trailing order. No tick up to and including `checked_ms` is better than `best`. */
export interface TrailingTrigger {
  symbol: string
  /** As that of a position: long follows rising prices, at the bid; short falling ones, at the ask. */
  side: PositionSide
  rate: Percent
  best: Price
  checked_ms: bigint
}

/** Follows a trailing order from its cursor to a moment: its best price and trigger, and the tick that reaches the trigger, if any. */
export function followTrailing(
  { market }: Pick<ServerContext, 'market'>,
  { symbol, side, rate, best: before, checked_ms: after }: TrailingTrigger,
  precision: number,
  untilMs: number,
): { best: Price; trigger: Price; tick: Tick | null } {
  let [best, afterMs] = [before, Number(after)]
  for (;;) {
    const trigger = trailingTrigger(side, best, rate, precision)
    const better = nextBetter(side, best, precision)
    const bounds = side === 'long' ? { atLeast: better, atMost: trigger } : { atLeast: trigger, atMost: better }
    const tick = market.firstTick(symbol, afterMs, untilMs, side === 'long' ? { bid: bounds } : { ask: bounds })
    if (!tick || hasReachedStopLoss(side, closingPrice(side, tick), trigger)) return { best, trigger, tick }
    best = closingPrice(side, tick)
    afterMs = tick.timeMs
  }
}
