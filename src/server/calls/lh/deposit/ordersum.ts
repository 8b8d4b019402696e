import type { Handler } from '../../../api/handler.ts'
import { sumOf } from '../../../fixed/listing.ts'

const handler: Handler<'lh/deposit/ordersum'> = async ({ mode }, { user, context: { db } }) => ({
  rows: await sumOf(db, user.id, mode ?? user.mode),
})
export default handler
