import type { Handler } from '../../api/handler.ts'
import { addOrder, orderEntity } from '../../interest/orders.ts'

const handler: Handler<'project/order'> = async (
  { mode, project, currency, amount, daily, total },
  { user, lang, context },
) =>
  orderEntity(
    context.operator,
    await addOrder(context, user.id, { mode, project, currency, amount, daily, total }),
    lang,
  )
export default handler
