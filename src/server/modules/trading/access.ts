import { fromMilliseconds } from '../../../engine/language/values/time.ts'
import type { TradeAccess } from '../../../generated/entities.ts'
import type { ServerContext } from '../../context.ts'
import { accountBlockOf, isActivated, listingOf, tradingStateOf, type Product } from './permission.ts'

/** Trading permission, hours and risk text of a symbol, shown before the first trade. */
export async function tradeAccessOf(
  context: ServerContext,
  userId: string,
  lang: string,
  symbol: string,
  product: Product,
): Promise<TradeAccess> {
  const { market, clock, content } = context
  const listing = listingOf(context, symbol)
  const nowMs = clock.nowMs()
  const open = market.isOpen(symbol, nowMs)
  const seconds = (ms: number | null) => (ms === null ? null : fromMilliseconds(ms))
  const { title, paragraphs } = content.risk(lang, product, listing.class)
  return {
    symbol,
    product,
    state: (await accountBlockOf(context, userId)) ?? (await tradingStateOf(context, userId, symbol, product)),
    activated: await isActivated(context, userId, symbol, product),
    open,
    opens: open ? null : seconds(market.nextOpen(symbol, nowMs)),
    closes: seconds(market.nextClose(symbol, nowMs)),
    riskTitle: title,
    risk: paragraphs,
    riskVersion: content.riskVersion,
  }
}
