import type { Handler } from '../../api/handler.ts'
import { addWithdrawal, withdrawalEntity } from '../../withdrawals/withdrawals.ts'

const handler: Handler<'wallet/out'> = async ({ mode, payee, currency, amount, fee, net }, { user, context }) =>
  withdrawalEntity(await addWithdrawal(context, user.id, { mode, payee, currency, amount, fee, net }))
export default handler
