import type { Kysely } from 'kysely'
import { createClock } from '../../../../src/server/kit/clock.ts'
import type { Tables } from '../../../../src/server/db.ts'
import { openDatabase } from '../../../../src/server/kit/storage/openDatabase.ts'
import { createLedger } from '../../../../src/server/kit/ledger/index.ts'
import type { Bank } from './bank-client.ts'
import { fails, KINDS, POSTINGS, unitsOf, type PostingKind } from './bank-postings.ts'
import { addReviews, FAILURE, SUCCESS, type Reviews } from './bank-reviews.ts'

export interface BankInspection extends Reviews {
  /** Posted, but not acknowledged to any client yet. */
  unacknowledged: number
}

interface StoredPosting {
  kind: PostingKind
  user: string
  units: bigint
  /** Refused by its review. */
  refused: boolean
}

/** Checks the database of a killed server: the books balance, and each acknowledged posting exists once, as requested. */
export async function inspect(database: string, bank: Bank, last = false): Promise<BankInspection> {
  const opened = await openDatabase(database)
  const { db } = opened
  try {
    bank.faults.push(...(await createLedger(db, createClock()).verify()))
    const reviews = await addReviews(db, bank.faults)
    const kept = await recordsOf(db)
    const keys = await keysOf(db)
    for (const kind of KINDS) {
      const records = [...kept.values()].filter((record) => record.kind === kind).length
      const asked = [...keys.values()].filter(({ call }) => call === POSTINGS[kind].call).length
      if (records !== asked) bank.faults.push(`${asked} keys of ${kind}s have ${records} records`)
    }
    for (const reason of ['transfer', 'exchange'] as const) {
      const postings = await db.selectFrom('ledger_posting').select('id').where('reason', '=', reason).execute()
      if (postings.some(({ id }) => kept.get(id)?.kind !== reason))
        bank.faults.push(`A posting of ${reason} has no record`)
    }
    let unacknowledged = 0
    for (const { key, kind, user, body, done, id } of bank.submits) {
      const stored = keys.get(key)
      if (!stored && done) bank.faults.push(`${kind} ${key} was acknowledged and is not there`)
      if (!stored) continue
      if (!done) unacknowledged += 1
      const record = kept.get(stored.id)
      const units = unitsOf(body[POSTINGS[kind].amount] ?? '')
      const asAsked =
        record?.kind === kind && record.user === user && record.units === units && (id === null || id === stored.id)
      if (!asAsked) bank.faults.push(`${kind} ${key} is not there as it was asked for`)
      if (last && record && (kind === 'deposit' || kind === 'withdrawal') && record.refused !== fails(units))
        bank.faults.push(`${kind} ${key} was ${record.refused ? '' : 'not '}refused`)
    }
    if (last && unacknowledged > 0)
      bank.faults.push(`${unacknowledged} postings were made though their clients received a refusal`)
    if (last && reviews.inReview > 0) bank.faults.push(`${reviews.inReview} reviews have not ended`)
    return { ...reviews, unacknowledged }
  } finally {
    await opened.close()
  }
}

async function recordsOf(db: Kysely<Tables>): Promise<Map<string, StoredPosting>> {
  const kept = new Map<string, StoredPosting>()
  const add = (kind: PostingKind, rows: { id: string; user_id: string; units: bigint; status?: bigint }[]) => {
    for (const { id, user_id: user, units, status } of rows)
      kept.set(id, { kind, user, units, refused: status === FAILURE })
  }
  add('transfer', await db.selectFrom('transfers').select(['id', 'user_id', 'amount as units']).execute())
  add('exchange', await db.selectFrom('flash_exchanges').select(['id', 'user_id', 'pay as units']).execute())
  add('deposit', await db.selectFrom('deposits').select(['id', 'user_id', 'amount as units', 'status']).execute())
  add('withdrawal', await db.selectFrom('withdrawals').select(['id', 'user_id', 'amount as units', 'status']).execute())
  return kept
}

/** The call and the record of each idempotency key. */
async function keysOf(db: Kysely<Tables>): Promise<Map<string, { call: string; id: string }>> {
  const rows = await db.selectFrom('idempotency').select(['key', 'call', 'reply']).where('call', '<>', '').execute()
  return new Map(
    rows.map(({ key, call, reply }) => [key, { call, id: String((JSON.parse(reply) as { id?: string } | null)?.id) }]),
  )
}

/** Number of open reviews. */
export async function countReviews(database: string): Promise<number> {
  const opened = await openDatabase(database)
  try {
    let count = 0
    for (const table of ['deposits', 'withdrawals'] as const)
      count += (await opened.db.selectFrom(table).select('id').where('status', '<', SUCCESS).execute()).length
    return count
  } finally {
    await opened.close()
  }
}
