import { compare } from '../../engine/language/values/decimal.ts'
import type { Price } from '../../engine/language/values/units.ts'
import type { ServerContext } from '../context.ts'
import { FailedItems } from '../jobs/dueRunner.ts'
import type { Bounds, Tick, Trigger } from '../market/index.ts'

/** An order that waits for a price. No tick up to and including `checked_ms` met its trigger. */
export interface PendingTrigger {
  id: string
  symbol: string
  checked_ms: bigint
}

export interface TriggerSource<Row extends PendingTrigger> {
  /** The first `TRIGGER_BATCH` waiting rows after the given id, ordered by id. */
  rows(after: string): Promise<Row[]>
  /** Null: no trigger now, and current ticks will not count later. */
  trigger(row: Row): Trigger | null
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
      const tick = trigger && firstCrossing(context, row, trigger, nowMs)
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
