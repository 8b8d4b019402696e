import { sql, type Kysely } from 'kysely'
import { creditPoints } from '../../../../product/domain/credit.ts'
import { canTransition, statusAt } from '../../../../product/domain/status.ts'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { FailedItems } from '../../../kit/jobs/dueRunner.ts'
import { addMessage } from '../messages.ts'
import type { Job } from '../../../kit/jobs/job.ts'
import { releaseUploads } from '../../content/uploads/uses.ts'
import {
  CERTIFIED,
  IN_REVIEW,
  NOT_CERTIFIED,
  setStatus,
  type AdvancedIdentityInput,
  type PrimaryIdentityInput,
} from './apply.ts'
import { refusalReason } from './sandboxFailures.ts'
import { prepared } from '../../../kit/storage/preparedQuery.ts'
import { columnsOf } from '../../../kit/storage/table.ts'
import { verificationTables, type VerificationRow } from './tables.ts'
import { inTransaction, userLock } from '../../../kit/storage/transaction.ts'

/** Whether only an operator ends reviews. */
export const isManual = ({ operator }: Pick<ServerContext, 'operator'>): boolean =>
  operator.server.review.manual?.includes('identity') === true

const findDue = prepared((db: Kysely<Tables>, { now }: { now: bigint }) =>
  db
    .selectFrom('verifications')
    .select(columnsOf(verificationTables.verifications))
    .where('status', '=', BigInt(IN_REVIEW))
    .where('due', '<=', now)
    .orderBy('due')
    .orderBy('id')
    .limit(500),
)

/** Ends every review that is due. */
const job: Job = async (context) => {
  if (isManual(context)) return
  const { rows: due } = await findDue(context.db, { now: BigInt(context.clock.now()) })
  const failed = new FailedItems()
  for (const row of due) await failed.attempt(row.id, () => finishReview(context, row))
  failed.throwIfAny()
}
export default job

async function finishReview(context: ServerContext, row: VerificationRow): Promise<void> {
  await inTransaction(context.db, [userLock(row.user_id)], async (trx) => {
    await endReview({ ...context, db: trx }, row, refusalReason(row.level, await documentOf(trx, row)))
  })
}

/** Ends a review inside a transaction: certified without a reason, refused with one. False: it has ended already. */
export async function endReview(
  { db: trx, clock }: Pick<ServerContext, 'db' | 'clock'>,
  row: VerificationRow,
  reason: string | null,
): Promise<boolean> {
  const status = reason === null ? CERTIFIED : NOT_CERTIFIED
  if (!canTransition('identity', statusAt('identity', row.status), statusAt('identity', status))) return false
  // The conditional update elects one worker: nothing below happens twice.
  const ended = await trx
    .updateTable('verifications')
    .set({ status, reason })
    .where('id', '=', row.id)
    .where('status', '=', BigInt(IN_REVIEW))
    .returning('id')
    .executeTakeFirst()
  if (!ended) return false
  await setStatus(trx, row.user_id, row.level, status)
  const points = creditPoints(row.level)
  if (reason === null)
    await trx
      .updateTable('users')
      .set({
        credit_score: sql`CASE WHEN credit_score + ${points} > 100 THEN 100 ELSE credit_score + ${points} END`,
      })
      .where('id', '=', row.user_id)
      .execute()
  if (row.level === 'primary' && reason === null) {
    const { firstName, lastName } = JSON.parse(row.given) as PrimaryIdentityInput
    await trx
      .updateTable('users')
      .set({ first_name: firstName, last_name: lastName })
      .where('id', '=', row.user_id)
      .execute()
  }
  if (row.level === 'advanced' && reason !== null) {
    const { front, back } = JSON.parse(row.given) as AdvancedIdentityInput
    await releaseUploads(trx, row.user_id, back === null ? [front] : [front, back])
  }
  const outcome = reason === null ? 'Certified' : 'Refused'
  await addMessage(trx, row.user_id, `${row.level}${outcome}`, {}, clock.now())
  return true
}

/** Number of the document; the second level concerns the document of the first. */
async function documentOf(db: Kysely<Tables>, row: VerificationRow): Promise<string> {
  const { given } =
    row.level === 'primary'
      ? row
      : await db
          .selectFrom('verifications')
          .select('given')
          .where('user_id', '=', row.user_id)
          .where('level', '=', 'primary')
          .where('status', '=', BigInt(CERTIFIED))
          .executeTakeFirstOrThrow()
  return (JSON.parse(given) as PrimaryIdentityInput).number
}
