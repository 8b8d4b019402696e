import { sql, type Kysely, type Transaction } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { metrics } from '../observability/metrics.ts'
import { inSpan } from '../observability/tracing.ts'
import { isPostgres } from './createTables.ts'
import { withKeyedMutex } from './keyedMutex.ts'
import { report } from '../../../engine/language/report.ts'

/** PostgreSQL ended one of several conflicting transactions: 40001 serialization_failure, 40P01 deadlock_detected. */
const RETRYABLE: readonly unknown[] = ['40001', '40P01']
const MAX_ATTEMPTS = 5
const BACKOFF_MS = 20

/** Lock name for the money, orders and settings of one user. */
export const userLock = (id: string): string => `user ${id}`

/**
 * Runs `work` in one transaction under the named locks, across processes; on SQLite transactions are serial anyway. Resolves when it is durable.
 * `work` may run again after a conflict, so it must change only the database.
 */
export async function inTransaction<T, R>(
  db: Kysely<T>,
  locks: readonly string[],
  work: (trx: Transaction<T>) => Promise<R>,
): Promise<R> {
  return await withRetries(async () => {
    let inside: object = db
    const run = async (trx: Transaction<T>): Promise<R> => {
      const result = await work((inside = trx))
      for (const check of commitChecks.get(trx) ?? []) check()
      return result
    }
    const end = metrics.transactionSeconds.startTimer()
    try {
      const result = await inSpan('transaction', {}, () =>
        isPostgres(db) ? lockedTransaction(db, locks, run) : db.transaction().execute(run),
      )
      for (const effect of commitEffects.get(inside) ?? []) effect()
      return result
    } finally {
      end()
    }
  })
}

const commitEffects = new WeakMap<object, (() => void)[]>()
const commitChecks = new WeakMap<object, (() => void)[]>()

/** Runs `check` at the end of a transaction of `inTransaction`: an error rolls it back. */
export function beforeCommit(trx: object, check: () => void): void {
  const checks = commitChecks.get(trx)
  if (checks) checks.push(check)
  else commitChecks.set(trx, [check])
}

/** Runs `effect` when the transaction has been committed; at once outside of one. */
export function afterCommit(trx: object & { isTransaction: boolean }, effect: () => void): void {
  if (!trx.isTransaction) return effect()
  const effects = commitEffects.get(trx)
  if (effects) effects.push(effect)
  else commitEffects.set(trx, [effect])
}

async function withRetries<R>(work: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
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

/** Statements that begin a transaction. */
export type Begin = 'BEGIN' | 'BEGIN IMMEDIATE' | 'BEGIN ISOLATION LEVEL READ COMMITTED'

/**
 * Runs `work` in a transaction on one connection. kysely's Migrator needs a connection and refuses a Transaction. `work` may run again
 * after a conflict.
 */
export async function onTransactionConnection<T, R>(
  db: Kysely<T>,
  begin: Begin,
  work: (connection: Kysely<T>) => Promise<R>,
): Promise<R> {
  return await withRetries(() =>
    db.connection().execute(async (connection) => {
      await sql.raw(begin).execute(connection)
      try {
        const result = await work(connection)
        await sql`COMMIT`.execute(connection)
        return result
      } catch (error) {
        // A broken connection has no transaction any more.
        await sql`ROLLBACK`.execute(connection).catch((error: unknown) => report(error, 'rollback'))
        throw error
      }
    }),
  )
}

/** Acquires locks that end with the transaction, on PostgreSQL. */
export async function acquireLocks<T>(connection: Kysely<T>, locks: readonly string[]): Promise<void> {
  // Locks are taken in one order everywhere, to avoid deadlocks.
  for (const name of locks.toSorted())
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(connection)
}

/** Acquires further locks inside a transaction, in one order for all transactions that do so. On SQLite transactions are serial anyway. */
export async function lockWithin<T>(trx: Kysely<T>, locks: readonly string[]): Promise<void> {
  if (isPostgres(trx)) await acquireLocks(trx, locks)
}

/** Read committed: a statement after the lock sees what the previous holder committed. Callers in this process queue before they take a connection. */
async function lockedTransaction<T, R>(
  db: Kysely<T>,
  locks: readonly string[],
  work: (trx: Transaction<T>) => Promise<R>,
): Promise<R> {
  return await withKeyedMutex(db, locks, () =>
    db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (trx) => {
        await acquireLocks(trx, locks)
        return await work(trx)
      }),
  )
}
