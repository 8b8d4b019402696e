import type { Handler } from '../../api/handler.ts'
import { summaryOf } from '../../interest/summary.ts'

const handler: Handler<'project/summary'> = ({ mode }, { user, context }) =>
  summaryOf(context, user.id, mode ?? user.mode)
export default handler
