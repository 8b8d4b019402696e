import { PostgresAdapter, sql, type Kysely, type Transaction } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTurn } from './turns.ts'

/** PostgreSQL has ended one of several that stood in each other's way: 40001 serialization_failure, 40P01 deadlock_detected. */
const AGAIN: readonly unknown[] = ['40001', '40P01']
const TRIES = 5
const PAUSE_MS = 20

/** What a transaction about somebody's money, orders or settings names. */
export const ofUser = (id: string): string => `user ${id}`

const isPostgres = <T>(db: Kysely<T>): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/**
 * Runs `work` in one transaction, one at a time of all that name the same thing, whichever process they run in: what it has read of that
 * thing is still true when it writes. Those of this process wait for each other before they take a connection. On SQLite one runs at a time anyway. `work` may be run again from its beginning, so it changes
 * nothing but the database; what follows from it comes after.
 */
export async function inTransaction<T, R>(db: Kysely<T>, names: readonly string[], work: (trx: Transaction<T>) => Promise<R>): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTurn(db, names, () => (isPostgres(db) ? lockedTransaction(db, names, work) : db.transaction().execute(work)))
    } catch (error) {
      if (tries === TRIES || !(error instanceof Error) || !AGAIN.includes((error as { code?: unknown }).code)) throw error
      await sleep(Math.random() * PAUSE_MS * tries)
    }
  }
}

/** Each statement sees what was committed before it: so what was read behind a lock is what the one before has left. */
async function lockedTransaction<T, R>(db: Kysely<T>, names: readonly string[], work: (trx: Transaction<T>) => Promise<R>): Promise<R> {
  return await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (trx) => {
      // In one order everywhere, so that two that name the same things cannot wait for each other.
      for (const name of names.toSorted()) await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
      return await work(trx)
    })
}
