import { cashPlacesOf } from '../../../../engine/language/values/cash.ts'
import { MAX_SCALE, round } from '../../../../engine/language/values/decimal.ts'
import { secondsOutcome, secondsResult } from '../../../../product/trading/seconds.ts'
import type { ServerContext } from '../../../context.ts'
import { addMessage } from '../../identity/messages.ts'
import { decimal, minor } from '../../../kit/ledger/index.ts'
import { endOrder } from './end.ts'
import type { SecondsRow } from './tables.ts'
import { inTransaction, userLock } from '../../../kit/storage/transaction.ts'

const MESSAGES = { won: 'secondsWon', lost: 'secondsLost', tied: 'secondsTied' } as const

/** Settles an expired contract by the tick in force at its expiry, once. */
export async function settleExpired({ db, ledger, market, clock }: ServerContext, row: SecondsRow): Promise<void> {
  const { id, user_id: owner, mode, symbol, side, currency, stake, fee, profit, expires } = row
  const atMs = Number(expires) * 1000
  const exit = market.tickAt(symbol, atMs)
  if (!exit) throw new Error(`There is no price of ${symbol} to settle ${id} by`)
  const outcome = secondsOutcome(side, row.entry_price, exit.last)
  const resultMoney = secondsResult(outcome, {
    stake: decimal(stake, currency),
    fee: decimal(fee, currency),
    profit: decimal(profit, currency),
  })
  const chargedFee = outcome === 'tied' ? 0n : fee

  await inTransaction(db, [userLock(owner)], async (trx) => {
    const ended = await endOrder({ db: trx, ledger: ledger.withTransaction(trx), market, clock }, row, {
      outcome,
      exit,
      charged: [
        { to: 'trading', amount: outcome === 'lost' ? stake : 0n },
        { to: 'fees', amount: chargedFee },
      ],
      paid: outcome === 'won' ? profit : 0n,
      result: minor(resultMoney, currency),
      fee: chargedFee,
      action: 'settled',
      rule: 'expiry',
      atMs,
    })
    if (ended === null) return
    await addMessage(
      trx,
      owner,
      MESSAGES[outcome],
      {
        id,
        mode,
        symbol,
        // As a list of contracts shows it: rounded against the user.
        amount: `${round(resultMoney, cashPlacesOf(currency) ?? MAX_SCALE, 'floor').replace('-', '')} ${currency}`,
        entry: row.entry_price,
        exit: exit.last,
      },
      Number(expires),
    )
  })
}
