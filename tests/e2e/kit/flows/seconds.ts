import type { APIRequestContext } from '@playwright/test'
import { verify } from '../accessRules.ts'
import { registerUser, type Member, type Mode } from './user.ts'
import { post } from './withdraw.ts'

type Product = 'spot' | 'seconds'
let keys = Math.floor(Math.random() * 1e9)

/** Moves USDT from the coin account to the contract account. */
export const fund = (
  request: APIRequestContext,
  token: string,
  amount = '500',
  mode: Mode = 'real',
): Promise<unknown> =>
  post(
    request,
    token,
    'wallet/transfer',
    { mode, from: 'coin', to: 'contract', currency: 'USDT', amount },
    { 'idempotency-key': `e2e-fund-${++keys}` },
  )

/** Accepts the risks of a product on a symbol, by default of contracts, unless already done. */
export async function activate(
  request: APIRequestContext,
  token: string,
  symbol = 'BTCUSDT',
  product: Product = 'seconds',
): Promise<void> {
  const { data } = (await (
    await request.get(`/api/trade/access?lang=en&symbol=${symbol}&product=${product}`, {
      headers: { authorization: token },
    })
  ).json()) as { data: { activated: boolean } }
  if (!data.activated) await post(request, token, 'trade/activate', { symbol, product })
}

/** A verified user with 500 USDT in the contract account. */
export async function trader(request: APIRequestContext): Promise<Member> {
  const member = await registerUser(request)
  await verify(request, member.token)
  await fund(request, member.token)
  return member
}

/** Buys a contract of 20 USDT for a minute over the API; returns its id. */
export async function buySeconds(
  request: APIRequestContext,
  token: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const order = { mode: 'real', symbol: 'BTCUSDT', side: 'long', term: '60', currency: 'USDT', stake: '20', ...more }
  const { fee, profit, price } = await post(request, token, 'microtrade/quote', order)
  const call = order.symbol.endsWith('USDT') ? 'microtrade/submit' : 'microtrade/whsubmit'
  return String(
    (await post(request, token, call, { ...order, fee, profit, price }, { 'idempotency-key': `e2e-seconds-${++keys}` }))
      .id,
  )
}

/** Balance and free amount of the contract account. */
export async function contractAccount(request: APIRequestContext, token: string): Promise<[string, string]> {
  const reply = await request.get('/api/microtrade/payable_currencies?lang=en&mode=real&symbol=BTCUSDT', {
    headers: { authorization: token },
  })
  const { data } = (await reply.json()) as { data: { rows: { balance: string; available: string }[] } }
  return [data.rows[0]?.balance ?? 'none', data.rows[0]?.available ?? 'none']
}
