import { createClock } from '../clock.ts'
import { createLedger } from '../ledger/index.ts'
import type { DataKeys } from '../storage/encryption/dataKeys.ts'
import { openDatabase } from '../storage/openDatabase.ts'
import { openEncryption } from '../storage/encryption/openEncryption.ts'
import { BackupError } from './backupError.ts'

/** Rows of a database that an operator can compare with what they expect. */
export interface Contents {
  users: number
  postings: number
  revisions: number
  pictures: number
  /** Unix seconds of the last posting; null if there is none. */
  lastPosting: number | null
}

/** The problems that a message names; the rest is counted. */
const NAMED = 3

/**
 * Opens a restored database as a start does (migrations, schema, keys) and verifies the ledger. Throws a BackupError or a StartError if the server must
 * not be started on it.
 */
export async function verifyRestored(address: string, keys: DataKeys, lostKey?: string): Promise<Contents> {
  const { db, close } = await openDatabase(address)
  try {
    const { unreadable } = await openEncryption(db, keys, lostKey)
    if (unreadable > 0 && lostKey === undefined)
      throw new BackupError(`${unreadable} encrypted values of the backup cannot be read with its key.`)
    const problems = await createLedger(db, createClock()).verify()
    if (problems.length > 0)
      throw new BackupError(
        `The ledger of the backup is not sound, ${problems.length} problems:\n${problems.slice(0, NAMED).join('\n')}\nUse another backup.`,
      )
    const count = async (table: 'users' | 'ledger_posting' | 'catalogue_revisions' | 'uploads'): Promise<number> =>
      Number(
        (
          await db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<bigint>().as('rows'))
            .executeTakeFirstOrThrow()
        ).rows,
      )
    const last = await db
      .selectFrom('ledger_posting')
      .select(({ fn }) => fn.max('time').as('time'))
      .executeTakeFirst()
    return {
      users: await count('users'),
      postings: await count('ledger_posting'),
      revisions: await count('catalogue_revisions'),
      pictures: await count('uploads'),
      lastPosting: last?.time == null ? null : Number(last.time),
    }
  } finally {
    await close()
  }
}
