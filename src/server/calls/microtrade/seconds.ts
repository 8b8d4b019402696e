import type { Handler } from '../../api/handler.ts'
import { listingOf, termsOf, TIE } from '../../seconds/terms.ts'

const handler: Handler<'microtrade/seconds'> = ({ symbol }, { context: { market, operator } }) => ({ symbol, tie: TIE, rows: termsOf(operator, listingOf(market, symbol)) })
export default handler
