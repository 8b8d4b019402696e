import type { Handler } from '../../api/handler.ts'
import { depositEntity, depositOf } from '../../deposits/deposits.ts'
import { withdrawalEntity, withdrawalOf } from '../../withdrawals/withdrawals.ts'

const handler: Handler<'wallet/detail'> = async ({ kind, id }, { user, context: { db, clock } }) => ({
  deposit: kind === 'deposit' ? await depositEntity(db, await depositOf(db, user.id, id), clock.now()) : null,
  withdrawal: kind === 'withdrawal' ? withdrawalEntity(await withdrawalOf(db, user.id, id)) : null,
})
export default handler
