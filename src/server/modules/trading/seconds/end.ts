import type { Price } from '../../../../engine/language/values/units.ts'
import { canTransition, statusIndex, type StatusOf } from '../../../../product/domain/status.ts'
import type { ServerContext } from '../../../context.ts'
import type { AccountRef } from '../../../kit/ledger/index.ts'
import type { Tick } from '../market/index.ts'
import { tradeAt, writeReceipt, type ReceiptInput } from '../../money/receipts/write.ts'
import type { SecondsRow } from './tables.ts'
import { listingOf } from './terms.ts'

const RUNNING = BigInt(statusIndex('secondsOrder', 'running'))

/** How a contract ends. Amounts are minor units of its currency. */
export interface Ending extends Pick<ReceiptInput, 'action' | 'rule' | 'roundings'> {
  outcome: Exclude<StatusOf<'secondsOrder'>, 'running'>
  exit: Tick
  /** Taken out of the hold; the rest of it is released. */
  charged: { to: Extract<AccountRef, string>; amount: bigint }[]
  /** Paid out of the account `trading`. */
  paid: bigint
  result: bigint
  fee: bigint
  /** Unix milliseconds. */
  atMs: number
  proceeds?: bigint
  /** The price that the user confirmed. */
  quoted?: Price | null
}

/** Ends a running contract, inside of a transaction. Returns its row, or null if it has ended already: the condition on the status makes each end the only one. */
export async function endOrder(
  { db, ledger, market, clock, money }: Pick<ServerContext, 'db' | 'ledger' | 'market' | 'clock' | 'money'>,
  row: SecondsRow,
  { outcome, exit, charged, paid, result, fee, atMs, proceeds, quoted = null, action, rule, roundings }: Ending,
): Promise<SecondsRow | null> {
  if (!canTransition('secondsOrder', 'running', outcome)) throw new Error(`A running contract cannot become ${outcome}`)
  const { id, user_id: owner, mode, symbol, side, currency, hold, stake } = row
  const seconds = BigInt(Math.floor(atMs / 1000))
  const isAtExpiry = rule === 'expiry'
  const values = {
    status: BigInt(statusIndex('secondsOrder', outcome)),
    exit_price: exit.last,
    exit_ms: BigInt(exit.timeMs),
    result,
    proceeds: proceeds ?? null,
    ended: isAtExpiry ? null : seconds,
  }
  const { numUpdatedRows } = await db
    .updateTable('seconds_orders')
    .set(values)
    .where('id', '=', id)
    .where('status', '=', RUNNING)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return null
  const taken = charged.filter(({ amount }) => amount > 0n)
  if (taken.length > 0) await ledger.commitHold(hold, taken)
  else await ledger.voidHold(hold)
  if (paid > 0n)
    await ledger.post({
      mode,
      reason: 'seconds',
      key: `seconds:${id}`,
      entries: [{ from: 'trading', to: { owner, kind: 'contract' }, currency, amount: paid }],
    })
  await writeReceipt(
    { db, clock, ...(money ? { money } : {}) },
    {
      userId: owner,
      mode,
      kind: 'secondsOrder',
      record: id,
      action,
      rule,
      currency,
      trade: tradeAt(listingOf(market, symbol), exit, { quoted, executed: exit.last }),
      ...(roundings ? { roundings } : {}),
      atMs,
    },
  )
  await db
    .insertInto('closed_orders')
    .values({
      id,
      user_id: owner,
      mode,
      kind: 'seconds',
      symbol,
      side,
      volume: stake,
      profit: result,
      fee,
      closed: seconds,
    })
    .execute()
  return { ...row, ...values }
}
