import type { Handler } from '../../api/handler.ts'
import { listingOf, termsOf, TIE } from '../../seconds/terms.ts'

const handler: Handler<'microtrade/seconds'> = ({ symbol }, { context }) => ({
  symbol,
  tie: TIE,
  rows: termsOf(context, listingOf(context.market, symbol)),
})
export default handler
