import type { Kysely } from 'kysely'
import { statusIndex } from '../../../../src/product/domain/status.ts'
import type { Tables } from '../../../../src/server/db.ts'

export interface Reviews {
  inReview: number
  credited: number
  /** Deposits that were not credited. */
  uncredited: number
  paid: number
  givenBack: number
}

/** The same for deposits and withdrawals: a lower status is in review. */
export const SUCCESS = BigInt(statusIndex('deposit', 'success'))
export const FAILURE = BigInt(statusIndex('deposit', 'failure'))

/** Counts the reviews, and reports each whose postings do not match its state: a deposit credited once or not at all, a withdrawal on hold, paid or returned. */
export async function addReviews(db: Kysely<Tables>, faults: string[]): Promise<Reviews> {
  const deposits = await depositsOf(db, faults)
  const withdrawals = await withdrawalsOf(db, faults)
  return { ...deposits, ...withdrawals, inReview: deposits.inReview + withdrawals.inReview }
}

async function depositsOf(db: Kysely<Tables>, faults: string[]) {
  const counts = { inReview: 0, credited: 0, uncredited: 0 }
  const entries = await db
    .selectFrom('ledger_posting as p')
    .innerJoin('ledger_transfer as t', 't.posting', 'p.id')
    .select(['p.key', 't.payee', 't.amount'])
    .where('p.reason', '=', 'deposit')
    .execute()
  const credits = new Map(entries.map((entry) => [entry.key, entry]))
  if (credits.size !== entries.length) faults.push(`${credits.size} deposits were credited ${entries.length} times`)
  for (const { id, user_id: user, mode, currency, amount, status } of await db
    .selectFrom('deposits')
    .selectAll()
    .execute()) {
    const credit = credits.get(`deposit:${id}`)
    const ended = status < SUCCESS ? 'inReview' : status === SUCCESS ? 'credited' : 'uncredited'
    counts[ended] += 1
    const right =
      ended === 'credited'
        ? credit?.amount === amount && credit.payee === `${mode}:${user}:coin:${currency}`
        : credit === undefined
    if (!right) faults.push(`Deposit ${id} is ${ended} with ${credit?.amount ?? 0n} of ${amount} in the books`)
  }
  if (credits.size !== counts.credited)
    faults.push(`${counts.credited} deposits are credited and ${credits.size} are in the books`)
  return counts
}

async function withdrawalsOf(db: Kysely<Tables>, faults: string[]) {
  const counts = { inReview: 0, paid: 0, givenBack: 0 }
  const out = new Map<string, bigint>()
  const moves = await db
    .selectFrom('ledger_posting as p')
    .innerJoin('ledger_transfer as t', 't.posting', 'p.id')
    .select(['p.id', 't.amount'])
    .where('p.reason', '=', 'withdrawal')
    .execute()
  for (const { id, amount } of moves) out.set(id, (out.get(id) ?? 0n) + amount)
  const rows = await db
    .selectFrom('withdrawals as w')
    .innerJoin('ledger_hold as h', 'h.id', 'w.hold')
    .select(['w.id', 'w.status', 'w.amount', 'h.state', 'h.posting', 'h.amount as held'])
    .execute()
  for (const { id, status, amount, state, posting, held } of rows) {
    const ended = status < SUCCESS ? 'inReview' : status === SUCCESS ? 'paid' : 'givenBack'
    counts[ended] += 1
    const right =
      ended === 'inReview'
        ? state === 'pending'
        : ended === 'paid'
          ? state === 'posted' && posting !== null && out.get(posting) === amount
          : state === 'voided'
    if (!right || held !== amount)
      faults.push(`Withdrawal ${id} is ${ended} and its hold of ${held} for ${amount} is ${state}`)
  }
  const holds = await db.selectFrom('ledger_hold').select('id').execute()
  if (holds.length !== rows.length) faults.push(`${rows.length} withdrawals have ${holds.length} holds`)
  if (out.size !== counts.paid) faults.push(`${counts.paid} withdrawals are paid and ${out.size} are in the books`)
  return counts
}
