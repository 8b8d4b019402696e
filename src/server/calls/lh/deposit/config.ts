import type { Handler } from '../../../api/handler.ts'
import { productsOf } from '../../../fixed/products.ts'

const handler: Handler<'lh/deposit/config'> = async ({ mode }, { user, context }) => ({
  products: await productsOf(context, user.id, mode),
})
export default handler
