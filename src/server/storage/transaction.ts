import { PostgresAdapter, sql, type Kysely, type Transaction } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { withKeyedMutex } from './keyedMutex.ts'

/** PostgreSQL ended one of several conflicting transactions: 40001 serialization_failure, 40P01 deadlock_detected. */
const RETRYABLE: readonly unknown[] = ['40001', '40P01']
const MAX_ATTEMPTS = 5
const BACKOFF_MS = 20

/** Lock name for the money, orders and settings of one user. */
export const userLock = (id: string): string => `user ${id}`

const isPostgres = <T>(db: Kysely<T>): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/**
 * Runs `work` in one transaction under the named locks, across processes; on SQLite transactions are serial anyway. Callers in
 * this process queue before they take a connection. `work` may run again after a conflict, so it must change only the database.
 */
export async function inTransaction<T, R>(
  db: Kysely<T>,
  locks: readonly string[],
  work: (trx: Transaction<T>) => Promise<R>,
): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withKeyedMutex(db, locks, () =>
        isPostgres(db) ? lockedTransaction(db, locks, work) : db.transaction().execute(work),
      )
    } catch (error) {
      if (
        attempt === MAX_ATTEMPTS ||
        !(error instanceof Error) ||
        !RETRYABLE.includes((error as { code?: unknown }).code)
      )
        throw error
      await sleep(Math.random() * BACKOFF_MS * attempt)
    }
  }
}

/** Read committed: a statement after the lock sees what the previous holder committed. */
async function lockedTransaction<T, R>(
  db: Kysely<T>,
  locks: readonly string[],
  work: (trx: Transaction<T>) => Promise<R>,
): Promise<R> {
  return await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (trx) => {
      // Locks are taken in one order everywhere, to avoid deadlocks.
      for (const name of locks.toSorted())
        await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
      return await work(trx)
    })
}
