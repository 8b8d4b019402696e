import type { Job } from '../jobs/job.ts'
import { corrections } from './corrections.ts'

/** Ends what has expired. */
const job: Job = async (context) => {
  await corrections.job(context)
  await context.db.deleteFrom('operator_sessions').where('expires', '<=', BigInt(context.clock.now())).execute()
}
export default job
