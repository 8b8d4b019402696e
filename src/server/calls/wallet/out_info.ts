import type { Handler } from '../../api/handler.ts'
import { withdrawalInfo } from '../../withdrawals/withdrawals.ts'

const handler: Handler<'wallet/out_info'> = async ({ mode }, { user, context }) =>
  await withdrawalInfo(context, user.id, mode)
export default handler
