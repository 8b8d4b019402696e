import type { Handler } from '../../api/handler.ts'
import { priceOrder, quoteEntity } from '../../spot/terms.ts'

const handler: Handler<'coin/quote'> = ({ price = null, ...rest }, { context }) => {
  const input = { ...rest, price }
  return quoteEntity(input, priceOrder(context, input), context.operator.server.spot)
}
export default handler
