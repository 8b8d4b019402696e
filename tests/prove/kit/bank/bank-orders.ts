import { SYMBOL } from './bank-people.ts'
import type { Posting, PostingContext } from './bank-postings.ts'

const LOTS = '0.01'

/** An order of demo money at the current price; null if it would close a position and there is none. */
export async function nextOrder({ surely, random, positions }: PostingContext): Promise<Posting | null> {
  const kind = random.pick(['spot', 'seconds', 'open', 'close'] as const)
  const order = (body: Posting['body']): Posting => ({ kind, body, changes: [] })
  const quoted = async (call: string, wish: Posting['body'], fields: readonly string[]) => {
    const { code, data } = await surely(call, wish, undefined, call === 'coin/quote' ? 'GET' : 'POST')
    const values = fields.map((field) => [field, data?.[field]] as const)
    if (values.some(([, value]) => typeof value !== 'string'))
      throw new Error(`A quote of ${kind} was answered ${code}`)
    return { ...wish, ...(Object.fromEntries(values) as Record<string, string>) }
  }
  const mode = 'demo'
  if (kind === 'close') return positions.length === 0 ? null : order({ mode, id: random.pick(positions), lots: LOTS })
  if (kind === 'spot') {
    const wish = { symbol: SYMBOL, side: 'buy', kind: 'market', quantity: String(40 + random.int(20)) }
    return order({ mode, ...(await quoted('coin/quote', wish, ['price'])) })
  }
  const side = random.pick(['long', 'short'])
  if (kind === 'open') {
    const wish = { mode, symbol: SYMBOL, side, kind: 'market', lots: LOTS, leverage: 100 }
    return order(await quoted('lever/quote', wish, ['price']))
  }
  const wish = { mode, symbol: SYMBOL, side, term: '30', currency: 'USDT', stake: String(5 + random.int(5)) }
  return order(await quoted('microtrade/quote', wish, ['fee', 'profit', 'price']))
}
