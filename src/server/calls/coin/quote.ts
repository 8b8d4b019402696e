import type { Handler } from '../../api/handler.ts'
import { priceOrder, quoteEntity } from '../../spot/terms.ts'

const handler: Handler<'coin/quote'> = ({ price = null, ...rest }, { context }) => {
  const wanted = { ...rest, price }
  return quoteEntity(wanted, priceOrder(context, wanted), context.operator.server.spot)
}
export default handler
