import type { Handler } from '../../api/handler.ts'
import { cancelWithdrawal } from '../../withdrawals/cancel.ts'
import { withdrawalEntity } from '../../withdrawals/withdrawals.ts'

const handler: Handler<'wallet/cancel'> = async ({ mode, id, currency, amount }, { user, context }) =>
  withdrawalEntity(await cancelWithdrawal(context, user.id, { mode, id, currency, amount }))
export default handler
