import type { Handler } from '../../api/handler.ts'
import { statistics } from '../../statistics/statistics.ts'

const handler: Handler<'user/datastatistics'> = ({ mode }, { user, context: { db, clock } }) =>
  statistics(db, user.id, mode ?? user.mode, clock.now())
export default handler
