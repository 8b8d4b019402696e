import type { Handler } from '../../api/handler.ts'
import { infoOf } from '../../spot/terms.ts'

const handler: Handler<'coin/info'> = async ({ mode, symbol }, { user, context }) =>
  await infoOf(context, user.id, mode, symbol)
export default handler
