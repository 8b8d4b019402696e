import type { Handler } from '../../api/handler.ts'
import { inLanguage } from '../../market/names.ts'

const handler: Handler<'currency/whlist'> = (payload, { context: { market }, lang }) => {
  const classes = payload.class ? [payload.class] : (['forex', 'metal'] as const)
  return { rows: classes.flatMap((kind) => inLanguage(market.instruments(kind), lang)) }
}
export default handler
