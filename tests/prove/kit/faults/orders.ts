import type { Reply } from '../bank/bank-connection.ts'
import type { Random } from '../random.ts'
import { SYMBOL } from './people.ts'

export const KINDS = ['spot', 'seconds', 'open', 'close'] as const
export type Kind = (typeof KINDS)[number]

export const CALLS: Readonly<Record<Kind, string>> = {
  spot: 'coin/trade',
  seconds: 'microtrade/submit',
  open: 'lever/submit',
  close: 'lever/close',
}
/** Refusals without effect. */
export const REFUSED: readonly string[] = ['priceChanged', 'tradeRecordGone', 'closeFailed']

export type Body = Readonly<Record<string, string | number>>
export type Ask = (method: 'GET' | 'POST', call: string, fields: Body) => Promise<Reply>

const LOTS = '0.01'

/** An order at the current price; null if there is nothing to close. */
export async function nextOrder(
  kind: Kind,
  ask: Ask,
  random: Random,
  positions: readonly string[],
): Promise<Body | null> {
  const mode = 'demo'
  if (kind === 'close') return positions.length === 0 ? null : { mode, id: random.pick(positions), lots: LOTS }
  if (kind === 'spot') {
    const wish = { symbol: SYMBOL, side: 'buy', kind: 'market', quantity: String(40 + random.int(20)) }
    return { mode, ...wish, price: fieldOf(await ask('GET', 'coin/quote', wish), 'price') }
  }
  const side = random.pick(['long', 'short'])
  if (kind === 'open') {
    const wish = { mode, symbol: SYMBOL, side, kind: 'market', lots: LOTS, leverage: 100 }
    return { ...wish, price: fieldOf(await ask('POST', 'lever/quote', wish), 'price') }
  }
  const wish = { mode, symbol: SYMBOL, side, term: '30', currency: 'USDT', stake: String(5 + random.int(5)) }
  const quote = await ask('POST', 'microtrade/quote', wish)
  return { ...wish, fee: fieldOf(quote, 'fee'), profit: fieldOf(quote, 'profit'), price: fieldOf(quote, 'price') }
}

function fieldOf({ code, data }: Reply, field: string): string {
  const value = data?.[field]
  if (typeof value !== 'string') throw new Error(`A quote without ${field}: ${code}`)
  return value
}
