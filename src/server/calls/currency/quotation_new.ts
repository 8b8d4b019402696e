import type { Handler } from '../../api/handler.ts'
import { inLanguage } from '../../market/names.ts'

const handler: Handler<'currency/quotation_new'> = (payload, { context, lang }) => ({
  rows: inLanguage(context.market.instruments(payload.class ?? undefined), lang),
})
export default handler
