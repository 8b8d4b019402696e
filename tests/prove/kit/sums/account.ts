import type { APIRequestContext } from '@playwright/test'
import { activate, buySeconds, fund } from '../../../e2e/kit/flows/seconds.ts'
import type { Stop } from '../../../e2e/kit/catalogue.ts'
import { openLever } from '../../../e2e/kit/flows/lever.ts'
import { use } from '../../../e2e/kit/samples.ts'
import { post } from '../../../e2e/kit/flows/withdraw.ts'
import type { Random } from '../random.ts'

let keys = 0
const key = () => ({ 'idempotency-key': `sums-${Date.now()}-${++keys}` })

/** An amount with cents. */
const cents = (random: Random, from: number, to: number): string =>
  ((from * 100 + random.int((to - from) * 100)) / 100).toFixed(2)

/** Opens orders, positions, contracts and exchanges with a demo account in random amounts. Returns the screens of its records. */
export async function fillAccount(request: APIRequestContext, token: string, random: Random): Promise<Stop[]> {
  const mode = 'demo' as const
  await use(request, token, mode)
  await fund(request, token, cents(random, 4000, 9000), mode)
  for (const symbol of ['BTCUSDT', 'ETHUSDT']) {
    await activate(request, token, symbol, 'spot')
    await post(request, token, 'trade/activate', { symbol, product: 'leveraged' })
  }
  await activate(request, token)

  const spot = async (symbol: string, side: string, kind: string, quantity: string, part = 1): Promise<string> => {
    const asked = { symbol, side, kind: 'market', quantity }
    const { price: now } = await get(request, token, 'coin/quote', asked)
    const price = part === 1 ? String(now) : (Number(now) * part).toFixed(2)
    return String((await post(request, token, 'coin/trade', { mode, symbol, side, kind, quantity, price }, key())).id)
  }
  const coins = (digits: number, most: number) => (0.01 + random() * most).toFixed(digits)
  const bought = coins(5, 0.08)
  await spot('BTCUSDT', 'buy', 'market', bought)
  const sold = await spot('BTCUSDT', 'sell', 'market', (Number(bought) * (0.2 + random() * 0.5)).toFixed(5))
  await spot('ETHUSDT', 'buy', 'market', coins(4, 0.9))
  for (let more = 1 + random.int(3); more > 0; more--)
    await spot('BTCUSDT', 'buy', 'limit', coins(5, 0.02), 0.5 + random() / 3)

  const exchange = { mode, from: 'USDT', to: random.pick(['SOL', 'XRP', 'USD']), pay: cents(random, 50, 400) }
  const { id: quote, pay, receive, fee } = await post(request, token, 'wallet/flash_quote', exchange)
  await post(
    request,
    token,
    'wallet/flashAgainst',
    { mode, from: exchange.from, to: exchange.to, quote, pay, receive, fee },
    key(),
  )

  for (let more = 1 + random.int(3); more > 0; more--)
    await openLever(request, token, {
      mode,
      symbol: random.pick(['BTCUSDT', 'ETHUSDT']),
      side: random.pick(['long', 'short']),
      lots: `0.0${1 + random.int(4)}`,
      leverage: random.pick([5, 10, 20, 50]),
    })
  const { price } = await post(request, token, 'lever/quote', {
    mode,
    symbol: 'BTCUSDT',
    side: 'long',
    kind: 'market',
    lots: '0.01',
    leverage: 20,
  })
  const limit = (Number(price) * (0.6 + random() / 4)).toFixed(2)
  await openLever(request, token, { mode, kind: 'limit', lots: '0.01', leverage: 20, price: limit })
  await buySeconds(request, token, { mode, stake: cents(random, 20, 300), term: '180' }).catch(() =>
    buySeconds(request, token, { mode, stake: cents(random, 20, 300) }),
  )
  const route = '/pages/trade/orderDetail'
  return [{ route, address: `${route}?id=${sold}` }]
}

async function get(
  request: APIRequestContext,
  token: string,
  call: string,
  payload: Record<string, string>,
): Promise<Record<string, unknown>> {
  const query = new URLSearchParams({ lang: 'en', ...payload })
  const reply = (await (await request.get(`/api/${call}?${query}`, { headers: { authorization: token } })).json()) as {
    type: string
    message: string
    data: Record<string, unknown> | null
  }
  if (reply.type !== 'ok') throw new Error(`${call}: ${reply.message}`)
  return reply.data ?? {}
}
