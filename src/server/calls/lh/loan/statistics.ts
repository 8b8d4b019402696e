import type { Handler } from '../../../api/handler.ts'
import { statisticsOf } from '../../../loans/loans.ts'

const handler: Handler<'lh/loan/statistics'> = async (_, { user, context }) => await statisticsOf(context, user.id)
export default handler
