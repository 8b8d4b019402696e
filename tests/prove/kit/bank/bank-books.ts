import type { Kysely } from 'kysely'
import type { Tables } from '../../../../src/server/db.ts'
import type { Bank } from './bank-client.ts'
import { fails, KINDS, POSTINGS, unitsOf, type PostingKind } from './bank-postings.ts'
import { addReviews, FAILURE, SUCCESS, type Reviews } from './bank-reviews.ts'

export interface BankInspection {
  /** Of the bank. */
  reviews: Reviews | null
  /** Posted, but not acknowledged to any client yet. */
  unacknowledged: number
}

interface StoredPosting {
  id: string
  user_id: string
  /** The posted amount; none: it depends on prices. */
  units?: bigint
  status?: bigint
}

/** The records of a kind. */
const RECORDS: Readonly<Record<PostingKind, (db: Kysely<Tables>) => Promise<StoredPosting[]>>> = {
  transfer: (db) => db.selectFrom('transfers').select(['id', 'user_id', 'amount as units']).execute(),
  exchange: (db) => db.selectFrom('flash_exchanges').select(['id', 'user_id', 'pay as units']).execute(),
  deposit: (db) => db.selectFrom('deposits').select(['id', 'user_id', 'amount as units', 'status']).execute(),
  withdrawal: (db) => db.selectFrom('withdrawals').select(['id', 'user_id', 'amount as units', 'status']).execute(),
  spot: (db) => db.selectFrom('spot_orders').select(['id', 'user_id']).execute(),
  seconds: (db) => db.selectFrom('seconds_orders').select(['id', 'user_id']).execute(),
  open: (db) => db.selectFrom('lever_orders').select(['id', 'user_id']).execute(),
  close: (db) => db.selectFrom('lever_deals').select(['id', 'user_id']).where('reason', '=', 'user').execute(),
}

/** Checks a database: each acknowledged posting exists once, as requested. */
export async function inspect(db: Kysely<Tables>, bank: Bank, faults: string[], last = false): Promise<BankInspection> {
  const reviews = bank.kinds === 'bank' ? await addReviews(db, faults) : null
  const keys = await keysOf(db)
  const kept = new Map<PostingKind, Map<string, StoredPosting>>()
  for (const kind of KINDS[bank.kinds]) {
    const records = await RECORDS[kind](db)
    kept.set(kind, new Map(records.map((record) => [record.id, record])))
    const asked = [...keys.values()].filter(({ call }) => call === POSTINGS[kind].call).length
    if (records.length !== asked) faults.push(`${asked} keys of ${kind}s have ${records.length} records`)
  }
  for (const reason of ['transfer', 'exchange'] as const) {
    const postings = await db.selectFrom('ledger_posting').select('id').where('reason', '=', reason).execute()
    if (bank.kinds === 'bank' && postings.some(({ id }) => kept.get(reason)?.has(id) !== true))
      faults.push(`A posting of ${reason} has no record`)
  }
  let unacknowledged = 0
  for (const { key, kind, user, body, done, id } of bank.submits) {
    const stored = keys.get(key)
    if (!stored && done) faults.push(`${kind} ${key} was acknowledged and is not there`)
    if (!stored) continue
    if (!done) unacknowledged += 1
    const record = kept.get(kind)?.get(stored.id)
    const { call, amount } = POSTINGS[kind]
    const units = amount === null ? undefined : unitsOf(String(body[amount]))
    const asAsked =
      stored.call === call && record?.user_id === user && record.units === units && (id === null || id === stored.id)
    if (!asAsked) faults.push(`${kind} ${key} is not there as it was asked for`)
    const isRefused = record?.status === FAILURE
    if (last && units !== undefined && record?.status !== undefined && isRefused !== fails(units))
      faults.push(`${kind} ${key} was ${isRefused ? '' : 'not '}refused`)
  }
  if (last && unacknowledged > 0)
    faults.push(`${unacknowledged} postings were made though their clients received a refusal`)
  if (last && reviews && reviews.inReview > 0) faults.push(`${reviews.inReview} reviews have not ended`)
  return { reviews, unacknowledged }
}

/** The call and the record of each idempotency key. */
async function keysOf(db: Kysely<Tables>): Promise<Map<string, { call: string; id: string }>> {
  const rows = await db.selectFrom('idempotency').select(['key', 'call', 'reply']).where('call', '<>', '').execute()
  return new Map(
    rows.map(({ key, call, reply }) => [key, { call, id: String((JSON.parse(reply) as { id?: string } | null)?.id) }]),
  )
}

/** Number of open reviews. */
export async function countReviews(db: Kysely<Tables>): Promise<number> {
  let count = 0
  for (const table of ['deposits', 'withdrawals'] as const)
    count += (await db.selectFrom(table).select('id').where('status', '<', SUCCESS).execute()).length
  return count
}
