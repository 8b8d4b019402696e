import { sql, type Kysely } from 'kysely'
import { asSeconds } from '../../engine/language/values/time.ts'
import type { Tables } from '../db.ts'
import { refuse } from './errors.ts'

export interface AttemptLimit {
  /** Attempts allowed in the time. */
  count: number
  seconds: number
  /** Each admitted attempt restarts the period, so that the lock-out lasts the full period after the last one. */
  renews?: boolean
}

/**
 * Counts an attempt before verification, in one statement: of a parallel burst at most `count` are admitted.
 * Returns the number of attempts of the period; throws `tooManyRequests` beyond the limit.
 */
export async function countAttempt(db: Kysely<Tables>, now: number, key: string, limit: AttemptLimit): Promise<number> {
  const row = await db
    .insertInto('attempts')
    .values({ key, count: 1, until: now + limit.seconds })
    .onConflict((on) =>
      on.column('key').doUpdateSet({
        count: sql`CASE WHEN attempts.until <= ${now} THEN 1 ELSE attempts.count + 1 END`,
        until: sql`CASE WHEN attempts.until <= ${now} OR attempts.count < ${limit.renews ? limit.count : 0} THEN excluded.until ELSE attempts.until END`,
      }),
    )
    .returning(['count', 'until'])
    .executeTakeFirstOrThrow()
  if (row.count > BigInt(limit.count))
    throw refuse('tooManyRequests', { seconds: asSeconds(Math.max(1, Number(row.until) - now)) })
  return Number(row.count)
}

/** A limit that refuses for a moment only, so that a stranger who guesses cannot lock an owner out. */
export interface DelayLimit {
  /** Attempts without a delay. */
  free: number
  /** Longest delay, in seconds. It begins with one second, and doubles with each further attempt. */
  longest: number
  /** Seconds after the last attempt in which all are forgotten. */
  seconds: number
}

/**
 * Counts an attempt before verification, in one statement, if it comes no sooner than the delay after the last one. Otherwise throws
 * `tooManyRequests` with the remaining seconds; a refused attempt is not counted.
 */
export async function countDelayedAttempt(
  db: Kysely<Tables>,
  now: number,
  key: string,
  { free, longest, seconds }: DelayLimit,
): Promise<void> {
  const doublings = Math.ceil(Math.log2(longest))
  const delay = sql`CASE WHEN attempts.count < ${free} THEN 0 WHEN attempts.count >= ${free + doublings} THEN ${sql.lit(longest)} ELSE 1 << CAST(attempts.count - ${free} AS INTEGER) END`
  const counted = await db
    .insertInto('attempts')
    .values({ key, count: 1, until: now + seconds })
    .onConflict((on) =>
      on
        .column('key')
        .doUpdateSet({
          count: sql`CASE WHEN attempts.until <= ${now} THEN 1 ELSE attempts.count + 1 END`,
          until: sql`excluded.until`,
        })
        .where(sql<boolean>`attempts.until <= ${now} OR attempts.until - ${seconds} + ${delay} <= ${now}`),
    )
    .returning('key')
    .executeTakeFirst()
  if (counted) return
  const row = await db.selectFrom('attempts').select(['count', 'until']).where('key', '=', key).executeTakeFirst()
  const wait = row ? Number(row.until) - seconds + Math.min(longest, 2 ** (Number(row.count) - free)) - now : 1
  throw refuse('tooManyRequests', { seconds: asSeconds(Math.max(1, wait)) })
}

/** Clears the counter after a successful attempt. */
export async function clearAttempts(db: Kysely<Tables>, key: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', key).execute()
}

/** Gives one attempt back after a success. */
export async function refundAttempt(db: Kysely<Tables>, key: string): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ count: sql`CASE WHEN count > 0 THEN count - 1 ELSE 0 END` })
    .where('key', '=', key)
    .execute()
}
