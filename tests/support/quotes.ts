import { branded } from '../../src/engine/language/values/branded.ts'
import type { Literal } from '../../src/engine/language/values/units.ts'
import type { Quote } from '../../src/generated/entities.ts'

/** A quote of which only the last price matters. */
export const quoteOf = (symbol: string, last: Literal, seq = 1): Quote =>
  branded<Quote>({
    symbol,
    last,
    bid: '1',
    ask: '1',
    open: '1',
    high: '1',
    low: '1',
    change: '0',
    changePercent: '0',
    volume: '1',
    time: 1,
    seq,
  })
