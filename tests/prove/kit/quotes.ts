import { branded } from '../../../src/engine/language/values/branded.ts'
import { asPrice } from '../../../src/engine/language/values/decimal.ts'
import type { Quote } from '../../../src/generated/entities.ts'

/** Returns a valid quote whose price follows from `seq`; `time` is in Unix seconds. */
export function quote(symbol: string, seq: number, time = 1_700_000_000): Quote {
  const price = asPrice((100 + (seq % 97) / 10).toFixed(1))
  return branded<Quote>({
    symbol,
    last: price,
    bid: price,
    ask: price,
    open: '100',
    high: '110',
    low: '99',
    change: '1',
    changePercent: '1.00',
    volume: `${seq}`,
    time,
    seq,
  })
}
