import { fromMilliseconds } from '../../core/time.ts'
import type { TradeAccess } from '../../generated/entities.ts'
import type { ServerContext } from '../context.ts'
import { holderState, isActivated, listingOf, stateOf, type Product } from './gate.ts'

/** What somebody who wants to trade is told before. */
export async function accessOf(context: ServerContext, userId: string, lang: string, symbol: string, product: Product): Promise<TradeAccess> {
  const { market, clock, content } = context
  const listing = listingOf(context, symbol, product)
  const nowMs = clock.nowMs()
  const open = market.isOpen(symbol, nowMs)
  const seconds = (ms: number | null) => (ms === null ? null : fromMilliseconds(ms))
  const { title, paragraphs } = content.risk(lang, product, listing.class)
  return {
    symbol,
    product,
    state: (await holderState(context, userId)) ?? (await stateOf(context, userId, symbol, product)),
    activated: await isActivated(context, userId, symbol, product),
    open,
    opens: open ? null : seconds(market.nextOpen(symbol, nowMs)),
    closes: seconds(market.nextClose(symbol, nowMs)),
    riskTitle: title,
    risk: paragraphs,
  }
}
