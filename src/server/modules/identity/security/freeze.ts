import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import { sha256 } from '../../../kit/random.ts'
import { notify } from '../notices.ts'
import { endSessions } from '../login/sessions.ts'
import { lockUser } from '../userTransaction.ts'
import { inTransaction, userLock } from '../../../kit/storage/transaction.ts'

/**
 * Freezes an account at the wish of its owner, in a transaction under the user's lock: money calls and reviews of withdrawals stop, and
 * all sessions except that of `except` end. Only an operator can undo it.
 */
export async function freezeAccount(inside: ServerContext, userId: string, except = ''): Promise<void> {
  await inside.db.updateTable('users').set({ frozen: 1 }).where('id', '=', userId).execute()
  await endSessions(inside.db, userId, except)
  await notify(inside, userId, 'accountFrozen', {})
}

/** Freezes the account of the notice whose link this is. A link works once. Throws `dataNotFound` for any other text. */
export async function freezeByLink(context: ServerContext, link: string): Promise<void> {
  const hash = sha256(link)
  const row = await context.db.selectFrom('freeze_links').select('user_id').where('hash', '=', hash).executeTakeFirst()
  if (!row) throw refuse('dataNotFound')
  await inTransaction(context.db, [userLock(row.user_id)], async (db) => {
    const used = await db
      .deleteFrom('freeze_links')
      .where('hash', '=', hash)
      .where('expires', '>', BigInt(context.clock.now()))
      .returning('hash')
      .executeTakeFirst()
    if (!used) throw refuse('dataNotFound')
    const inside = { ...context, db }
    await lockUser(inside, row.user_id)
    await freezeAccount(inside, row.user_id)
  })
}
