import type { Handler } from '../../api/handler.ts'
import { addDeposit, depositEntity } from '../../deposits/deposits.ts'

const handler: Handler<'wallet/charge_req'> = async (payload, { user, context }) =>
  depositEntity(context.db, await addDeposit(context, user.id, payload), context.clock.now())
export default handler
