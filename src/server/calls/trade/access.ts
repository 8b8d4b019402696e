import type { Handler } from '../../api/handler.ts'
import { accessOf } from '../../trading/access.ts'

const handler: Handler<'trade/access'> = async ({ symbol, product }, { user, lang, context }) => await accessOf(context, user.id, lang, symbol, product)
export default handler
