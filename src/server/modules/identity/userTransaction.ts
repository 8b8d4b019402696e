import type { CallRequest } from '../../handler.ts'
import type { ServerContext } from '../../context.ts'
import { refuse } from '../../kit/errors.ts'
import { isPostgres } from '../../kit/storage/createTables.ts'
import { inTransaction, userLock } from '../../kit/storage/transaction.ts'
import { userOfToken } from './login/sessions.ts'
import type { UserRow } from './tables.ts'

type Inside = Pick<ServerContext, 'db' | 'clock'>

/**
 * Reads a user inside a transaction and locks the row until its end, so that nothing that is decided by it changes before the commit.
 * On SQLite transactions are serial. Throws `userLocked`, also if the account has been closed meanwhile.
 */
export async function lockUser({ db }: Pick<Inside, 'db'>, id: string): Promise<UserRow> {
  const query = db.selectFrom('users').selectAll().where('id', '=', id)
  const user = await (isPostgres(db) ? query.forNoKeyUpdate() : query).executeTakeFirstOrThrow()
  if (user.locked === 1n || user.closed !== null) throw refuse('userLocked')
  return user
}

/** Like `lockUser`, by a token. Throws `sessionExpired` too: the session may have ended since the call was authorized. */
export async function lockUserOfToken(inside: Inside, token: string): Promise<UserRow> {
  const user = await userOfToken(inside, token, { lock: true })
  if (!user) throw refuse('sessionExpired')
  if (user.locked === 1n) throw refuse('userLocked')
  return user
}

/**
 * Runs a decision about the user of a call in one transaction under the user's lock and the named ones, with the user as stored then.
 * Consumes the step-up proof of the call. Throws `sessionExpired`, `userLocked` and `stepUpRequired`. `work` may run again after a conflict, so it must change only the database.
 */
export async function inUserTransaction<R>(
  {
    context,
    user: { id },
    token,
    stepUp,
  }: Pick<CallRequest<UserRow>, 'context' | 'user' | 'token'> & Partial<Pick<CallRequest, 'stepUp'>>,
  work: (inside: ServerContext, user: UserRow) => Promise<R>,
  locks: readonly string[] = [],
): Promise<R> {
  return await inTransaction(context.db, [userLock(id), ...locks], async (trx) => {
    const inside = { ...context, db: trx, ledger: context.ledger.withTransaction(trx) }
    const user = await lockUserOfToken(inside, token)
    await stepUp?.consume(inside)
    return await work(inside, user)
  })
}
