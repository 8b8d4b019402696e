import { fromMilliseconds } from '../../../../engine/language/values/time.ts'
import type { Handlers } from '../../../handler.ts'
import { refuse } from '../../../kit/errors.ts'
import { inLanguage } from './names.ts'

/** Candles of a page. */
const LIMIT = 250

export const calls = {
  'currency/hours': ({ symbol }, { context: { clock, market } }) => {
    if (!market.quote(symbol)) throw refuse('pairNotFound')
    const now = clock.nowMs()
    const open = market.isOpen(symbol, now)
    const seconds = (ms: number | null) => (ms === null ? null : fromMilliseconds(ms))
    return {
      symbol,
      open,
      opens: open ? null : seconds(market.nextOpen(symbol, now)),
      closes: seconds(market.nextClose(symbol, now)),
    }
  },

  'currency/new_timeshar': ({ symbol }, { context }) => {
    const line = context.market.dayLine(symbol)
    if (!line) throw refuse('pairNotFound')
    return { symbol, ...line }
  },

  'currency/quotation_new': (payload, { context, lang }) => ({
    rows: inLanguage(context.market.instruments(payload.class ?? undefined), lang),
  }),

  'currency/whkdata': ({ symbol, interval, before, limit }, { context }) => {
    const asked = limit ?? LIMIT
    const page = context.market.candles(symbol, interval, { limit: asked, ...(before !== undefined && { before }) })
    if (!page) throw refuse('pairNotFound')
    const first = page.candles[0]
    return { symbol, interval, ...page, earlier: first && page.candles.length === asked ? first.time : null }
  },

  'currency/whlist': (payload, { context: { market }, lang }) => {
    const classes = payload.class ? [payload.class] : (['forex', 'metal'] as const)
    return { rows: classes.flatMap((kind) => inLanguage(market.instruments(kind), lang)) }
  },
} satisfies Partial<Handlers>
