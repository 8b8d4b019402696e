import { canTransition, statusIndex } from '../../product/domain/status.ts'
import { secondsOutcome, secondsResult } from '../../product/trading/seconds.ts'
import type { ServerContext } from '../context.ts'
import { addMessage } from '../identity/messages.ts'
import { decimal, minor } from '../ledger/index.ts'
import { tradeAt, writeReceipt } from '../receipts/write.ts'
import type { SecondsRow } from './tables.ts'
import { listingOf } from './terms.ts'
import { inTransaction, userLock } from '../storage/transaction.ts'

const MESSAGES = { won: 'secondsWon', lost: 'secondsLost', tied: 'secondsTied' } as const

/** Settles an expired contract by the tick in force at its expiry. The conditional status update makes it idempotent under concurrency. */
export async function settleExpired({ db, ledger, market, clock }: ServerContext, row: SecondsRow): Promise<void> {
  const { id, user_id: owner, mode, symbol, side, currency, stake, fee, profit, hold, expires } = row
  const exit = market.tickAt(symbol, Number(expires) * 1000)
  if (!exit) throw new Error(`There is no price of ${symbol} to settle ${id} by`)
  const outcome = secondsOutcome(side, row.entry_price, exit.last)
  if (!canTransition('secondsOrder', 'running', outcome)) throw new Error(`A running contract cannot become ${outcome}`)
  const resultMoney = secondsResult(outcome, {
    stake: decimal(stake, currency),
    fee: decimal(fee, currency),
    profit: decimal(profit, currency),
  })
  const result = minor(resultMoney, currency)

  await inTransaction(db, [userLock(owner)], async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('seconds_orders')
      .set({ status: statusIndex('secondsOrder', outcome), exit_price: exit.last, exit_ms: exit.timeMs, result })
      .where('id', '=', id)
      .where('status', '=', BigInt(statusIndex('secondsOrder', 'running')))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    const ledgerInTransaction = ledger.withTransaction(trx)
    const taken =
      outcome === 'tied'
        ? []
        : [
            { to: 'trading', amount: outcome === 'lost' ? stake : 0n } as const,
            { to: 'fees', amount: fee } as const,
          ].filter(({ amount }) => amount > 0n)
    if (taken.length > 0) await ledgerInTransaction.commitHold(hold, taken)
    else await ledgerInTransaction.voidHold(hold)
    if (outcome === 'won' && profit > 0n) {
      await ledgerInTransaction.post({
        mode,
        reason: 'seconds',
        key: `seconds:${id}`,
        entries: [{ from: 'trading', to: { owner, kind: 'contract' }, currency, amount: profit }],
      })
    }
    await writeReceipt(
      { db: trx, clock },
      {
        userId: owner,
        mode,
        kind: 'secondsOrder',
        record: id,
        action: 'settled',
        rule: 'expiry',
        currency,
        trade: tradeAt(listingOf(market, symbol), exit, { quoted: null, executed: exit.last }),
        atMs: expires * 1000n,
      },
    )
    await trx
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
        fee: outcome === 'tied' ? 0n : fee,
        closed: expires,
      })
      .execute()
    await addMessage(
      trx,
      owner,
      MESSAGES[outcome],
      {
        id,
        mode,
        symbol,
        amount: `${resultMoney.replace('-', '')} ${currency}`,
        entry: row.entry_price,
        exit: exit.last,
      },
      Number(expires),
    )
  })
}
