import type { Kysely } from 'kysely'
import type { Tables } from '../../db.ts'
import type { Job } from '../../kit/jobs/job.ts'
import { prepared } from '../../kit/storage/preparedQuery.ts'
import { corrections } from './corrections.ts'

const deleteExpired = prepared((db: Kysely<Tables>, { now }: { now: bigint }) =>
  db.deleteFrom('operator_sessions').where('expires', '<=', now),
)

/** Ends what has expired. */
const job: Job = async (context) => {
  await corrections.job(context)
  await deleteExpired(context.db, { now: BigInt(context.clock.now()) })
}
export default job
