import type { Handler } from '../../api/handler.ts'
import { isLeveraged, transferables } from '../../wallet/transfers.ts'

const handler: Handler<'wallet/transfer_info'> = async ({ mode }, { user, context: { db, ledger } }) => {
  const accountMode = mode ?? user.mode
  const leveraged = await isLeveraged(db, user.id, accountMode)
  return { rows: transferables(await ledger.balances(user.id, accountMode), leveraged), leveraged }
}
export default handler
