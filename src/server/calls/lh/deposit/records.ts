import type { Handler } from '../../../api/handler.ts'
import { recordsOf } from '../../../fixed/listing.ts'

const handler: Handler<'lh/deposit/records'> = async ({ mode, order, page }, { user, context: { db } }) =>
  await recordsOf(db, user.id, typeof order === 'string' ? { order } : { mode: mode ?? user.mode }, page)
export default handler
