import type { Kysely } from 'kysely'
import { asUnixSeconds } from '../../../engine/language/values/time.ts'
import { statusAt, statusIndex } from '../../../product/domain/status.ts'
import type { Correction } from '../../../generated/operatorApi/calls.ts'
import type { ServerContext } from '../../context.ts'
import type { Tables } from '../../db.ts'
import { addMessage } from '../identity/messages.ts'
import { decimal, LedgerError, type SystemAccount } from '../../kit/ledger/index.ts'
import { createStatusMachine } from '../../kit/statusMachine.ts'
import { refuseOperator } from './refusal.ts'
import type { CorrectionRow, OperatorRow } from './tables.ts'

/** A correction without a decision by then expires. */
export const CORRECTION_SECONDS = 24 * 3600

/** Until another operator decides. */
export const corrections = createStatusMachine({
  table: 'corrections',
  list: 'correction',
  steps: { pending: () => ({ to: 'expired' }) },
})

const rowsIn = (db: Kysely<Tables>) =>
  db
    .selectFrom('corrections')
    .innerJoin('users', 'users.id', 'corrections.user_id')
    .selectAll('corrections')
    .select('users.account')

export type CorrectionWithAccount = CorrectionRow & { account: string }

/** Throws `correctionNotFound`. */
export async function correctionOf(db: Kysely<Tables>, id: string): Promise<CorrectionWithAccount> {
  const row = await rowsIn(db).where('corrections.id', '=', id).executeTakeFirst()
  if (!row) throw refuseOperator('correctionNotFound')
  return row
}

export async function listCorrections(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { status, user }: { status?: Correction['status'] | null | undefined; user?: string | null | undefined },
  { offset, limit }: { offset: number; limit: number },
): Promise<CorrectionWithAccount[]> {
  let query = rowsIn(db)
  const pending = BigInt(statusIndex('correction', 'pending'))
  const now = BigInt(clock.now())
  if (status === 'pending')
    query = query.where('corrections.status', '=', pending).where('corrections.expires', '>', now)
  else if (status === 'expired')
    query = query.where((eb) =>
      eb.or([
        eb('corrections.status', '=', BigInt(statusIndex('correction', 'expired'))),
        eb.and([eb('corrections.status', '=', pending), eb('corrections.expires', '<=', now)]),
      ]),
    )
  else if (status) query = query.where('corrections.status', '=', BigInt(statusIndex('correction', status)))
  if (user) query = query.where('corrections.user_id', '=', user)
  return await query.orderBy('corrections.id', 'desc').offset(offset).limit(limit).execute()
}

/** The status at `now`: an expired correction may still wait for the job that ends it. */
export const correctionStatus = ({ status, expires }: CorrectionRow, now: number): Correction['status'] => {
  const name = statusAt('correction', status)
  return name === 'pending' && Number(expires) <= now ? 'expired' : name
}

export const correctionEntity = (row: CorrectionWithAccount, now: number): Correction => ({
  id: row.id,
  status: correctionStatus(row, now),
  user: row.user_id,
  account: row.account,
  mode: row.mode,
  kind: row.kind,
  currency: row.currency,
  amount: decimal(row.amount, row.currency),
  against: row.against as Correction['against'],
  corrects: row.corrects,
  reason: row.reason,
  maker: row.maker,
  checker: row.checker,
  note: row.note,
  posting: row.posting,
  time: asUnixSeconds(row.created),
  expires: asUnixSeconds(row.expires),
  decided: row.finished === null ? null : asUnixSeconds(row.finished),
})

/** Throws `correctionDecided` or `correctionExpired` unless the correction waits for a decision. */
export function checkPending(row: CorrectionRow, now: number): void {
  const status = correctionStatus(row, now)
  if (status === 'expired') throw refuseOperator('correctionExpired')
  if (status !== 'pending') throw refuseOperator('correctionDecided', { status })
}

interface Decided {
  to: 'posted' | 'rejected' | 'withdrawn'
  note: string
  checker: Pick<OperatorRow, 'id' | 'name'> | null
  posting?: string
}

/** Ends a pending correction inside a transaction. Throws `correctionDecided` if another transaction has. */
export async function endCorrection(
  context: ServerContext,
  row: CorrectionRow,
  { to, note, checker, posting }: Decided,
): Promise<void> {
  const ended = await corrections.transition(context, row, BigInt(context.clock.now()), {
    to,
    values: {
      note,
      posting: posting ?? null,
      checker_id: checker?.id ?? null,
      checker: checker?.name ?? null,
    },
  })
  if (!ended) throw refuseOperator('correctionDecided', { status: to })
}

/** Posts the entry of a correction inside a transaction, and informs the user. Throws `insufficientBalance`. */
export async function postCorrection({ db, ledger, clock }: ServerContext, row: CorrectionRow): Promise<string> {
  const { id, user_id: owner, mode, kind, currency, amount } = row
  const against = row.against as SystemAccount
  const account = { owner, kind }
  const entry =
    amount > 0n
      ? { from: against, to: account, currency, amount }
      : { from: account, to: against, currency, amount: -amount }
  try {
    const posting = await ledger.post({ mode, reason: 'correction', key: `correction:${id}`, entries: [entry] })
    const template = amount > 0n ? 'correctionCredited' : 'correctionDebited'
    const text = `${decimal(amount > 0n ? amount : -amount, currency)} ${currency}`
    await addMessage(db, owner, template, { amount: text }, clock.now())
    return posting.id
  } catch (error) {
    if (!(error instanceof LedgerError) || error.code !== 'insufficientBalance') throw error
    const { available } = await ledger.balance(owner, mode, kind, currency)
    throw refuseOperator('insufficientBalance', { available: decimal(available, currency), currency })
  }
}
