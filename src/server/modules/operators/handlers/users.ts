import { creditScoreOf } from '../../../../product/domain/credit.ts'
import { isOverdue, overdueAmong } from '../../wealth/loans/terms.ts'
import { sql, type Kysely } from 'kysely'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import { statusAt } from '../../../../product/domain/status.ts'
import type { LedgerEntry as EntryEntity, OperatorUser, UserBalance } from '../../../../generated/operatorApi/calls.ts'
import { offsetOf, pageOf } from '../../../kit/api/page.ts'
import type { Tables } from '../../../db.ts'
import { endSessions } from '../../identity/login/sessions.ts'
import type { UserRow } from '../../identity/tables.ts'
import { isPostgres } from '../../../kit/storage/createTables.ts'
import { lockWithin, userLock } from '../../../kit/storage/transaction.ts'
import { decimal, type Balance } from '../../../kit/ledger/index.ts'
import { ledgerEntries, type LedgerEntry } from '../../../kit/ledger/entries.ts'
import type { OperatorHandlers, WriteRequest } from '../handler.ts'
import { refuseOperator } from '../refusal.ts'
import { permissionsOf } from '../accounts.ts'
import { openReviewsOf } from '../reviews/reviews.ts'

const FOUND = 20
const ENTRIES = 50

/** `overdue`: the user has an overdue loan. */
export const userEntity = (row: UserRow, overdue: boolean): OperatorUser => ({
  id: row.id,
  account: row.account,
  nickname: row.nickname,
  phone: row.phone,
  email: row.email,
  country: row.country,
  name: row.first_name === null ? null : `${row.first_name} ${row.last_name ?? ''}`.trim(),
  mode: row.mode,
  identity: statusAt('identity', row.identity),
  advancedIdentity: statusAt('identity', row.advanced_identity),
  creditScore: creditScoreOf(Number(row.credit_score), overdue),
  frozen: row.frozen === 1n,
  locked: row.locked === 1n,
  time: asUnixSeconds(row.created),
})

/** Throws `userNotFound`. */
export async function findUser(db: Kysely<Tables>, id: string): Promise<UserRow> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refuseOperator('userNotFound')
  return row
}

/** Reads a user in the transaction of a write, under the lock of the user. Throws `userNotFound`. */
export async function lockUserForOperator({ trx }: Pick<WriteRequest, 'trx'>, id: string): Promise<UserRow> {
  await lockWithin(trx, [userLock(id)])
  const query = trx.selectFrom('users').selectAll().where('id', '=', id)
  const row = await (isPostgres(trx) ? query.forNoKeyUpdate() : query).executeTakeFirst()
  if (!row) throw refuseOperator('userNotFound')
  return row
}

const balanceEntity = ({ mode, kind, currency, posted, held, available }: Balance): UserBalance => ({
  mode,
  kind,
  currency,
  balance: decimal(posted, currency),
  held: decimal(held, currency),
  available: decimal(available, currency),
})

const entryEntity = ({
  currency,
  amount,
  balance,
  line,
  time,
  side: _side,
  key: _key,
  ...entry
}: LedgerEntry): EntryEntity => ({
  ...entry,
  line: Number(line),
  time: asUnixSeconds(time),
  currency,
  amount: decimal(amount, currency),
  balance: decimal(balance, currency),
})

/** Sorts after every other character in the orders of both databases; it is in no value. */
const LAST_CHARACTER = '\uffff'

/** Columns with a unique index in their own order, in the order of the results, and how they compare. */
const SEARCHED = { account: sql`COLLATE nocase`, phone: sql``, email: sql`COLLATE nocase` }

/**
 * Ids of the first `limit` users whose column begins with the text, by the index of the column. The range is in the order of the column, which on PostgreSQL may also have texts with other
 * accents in between; the beginning is compared as the column compares.
 */
const beginningWith = (db: Kysely<Tables>, column: keyof typeof SEARCHED, text: string, limit: number) =>
  db
    .selectFrom('users')
    .select('id')
    .where(column, '>=', text)
    .where(column, '<', `${text}${LAST_CHARACTER}`)
    .where(sql<boolean>`SUBSTR(${sql.ref(column)}, 1, ${sql.lit([...text].length)}) ${SEARCHED[column]} = ${text}`)
    .orderBy(column)
    .limit(limit)

/** Sets a flag of a user under their lock. */
async function setFlag(request: WriteRequest, id: string, flag: 'frozen' | 'locked', value: boolean) {
  const overdue = await isOverdue({ db: request.trx, clock: request.context.clock }, id)
  const before = userEntity(await lockUserForOperator(request, id), overdue)
  const row = await request.trx
    .updateTable('users')
    .set(flag === 'frozen' ? { frozen: value ? 1 : 0 } : { locked: value ? 1 : 0 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const after = userEntity(row, overdue)
  return { data: after, change: { user: id, before: { [flag]: before[flag] }, after: { [flag]: after[flag] } } }
}

export const handlers = {
  'users/find': async ({ query, page }, { context: { db, clock } }) => {
    const offset = offsetOf(page, FOUND)
    const limit = offset + FOUND + 1
    const matches = await Promise.all([
      db.selectFrom('users').select('id').where('id', '=', query).execute(),
      ...(Object.keys(SEARCHED) as (keyof typeof SEARCHED)[]).map((column) =>
        beginningWith(db, column, query, limit).execute(),
      ),
    ])
    const ids = [...new Set(matches.flat().map(({ id }) => id))].slice(offset, limit)
    const found = pageOf(ids, page, FOUND)
    const users = await db
      .selectFrom('users')
      .selectAll()
      .where('id', 'in', found.rows.length > 0 ? found.rows : [''])
      .execute()
    const byId = new Map(users.map((row) => [row.id, row]))
    const overdue = await overdueAmong({ db, clock }, found.rows)
    const rows = found.rows.flatMap((id) => byId.get(id) ?? []).map((row) => userEntity(row, overdue.has(row.id)))
    return { rows, next: found.next }
  },

  'users/detail': async ({ user: id }, { context, operator }) => {
    const { db, ledger, clock } = context
    const user = await findUser(db, id)
    const { count } = await db
      .selectFrom('sessions')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('user_id', '=', id)
      .where('expires', '>', BigInt(clock.now()))
      .executeTakeFirstOrThrow()
    return {
      user: userEntity(user, await isOverdue(context, user.id)),
      balances: (await ledger.balances(id)).map(balanceEntity),
      // A review has what was submitted: numbers of documents, and signed addresses of pictures.
      reviews: permissionsOf(operator).includes('reviews.read') ? await openReviewsOf(context, id) : null,
      sessions: Number(count),
    }
  },

  'users/ledger': async ({ user, page, ...filter }, { context: { db } }) => {
    await findUser(db, user)
    const entries = await ledgerEntries(
      db,
      { owner: user, ...filter },
      { offset: offsetOf(page, ENTRIES), limit: ENTRIES + 1 },
    )
    const { rows, next } = pageOf(entries, page, ENTRIES)
    return { rows: rows.map(entryEntity), next }
  },

  'users/freeze': ({ user, frozen }, request) => setFlag(request, user, 'frozen', frozen),

  'users/lock': async ({ user, locked }, request) => {
    const result = await setFlag(request, user, 'locked', locked)
    if (locked) await endSessions(request.trx, user)
    return result
  },
} satisfies Partial<OperatorHandlers>
