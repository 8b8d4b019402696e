import type { APIRequestContext } from '@playwright/test'
import type { LeverOrder, LeverPosition } from '../../../../src/generated/entities.ts'
import { verify } from '../accessRules.ts'
import { fund } from './seconds.ts'
import { registerUser, type Member } from './user.ts'
import { post } from './withdraw.ts'

let keys = Math.floor(Math.random() * 1e9)
const key = () => ({ 'idempotency-key': `e2e-lever-${++keys}` })

/** A verified user with the risks accepted and 500 USDT in the contract account. */
export async function leveraged(request: APIRequestContext, symbol = 'BTCUSDT'): Promise<Member> {
  const member = await registerUser(request)
  await verify(request, member.token)
  await fund(request, member.token)
  await post(request, member.token, 'trade/activate', { symbol, product: 'leveraged' })
  return member
}

/** By default 0.01 BTC, long, 10×, at the market, over the API; returns the id of the order. */
export async function openLever(
  request: APIRequestContext,
  token: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const order = { mode: 'real', symbol: 'BTCUSDT', side: 'long', kind: 'market', lots: '0.01', leverage: 10, ...more }
  const { price } = await post(request, token, 'lever/quote', order)
  return String((await post(request, token, 'lever/submit', { price, ...order }, key())).id)
}

interface Trades {
  positions: Pick<
    LeverPosition,
    'id' | 'side' | 'lots' | 'margin' | 'takeProfit' | 'stopLoss' | 'price' | 'closeOrders'
  >[]
  orders: Pick<LeverOrder, 'id' | 'price' | 'lots'>[]
  rows: { lots: string; reason: string; net: string }[]
}

/** Returns the open positions, the pending orders and the first page of deals of a user in crypto. */
export const trades = async (request: APIRequestContext, token: string): Promise<Trades> =>
  (await post(request, token, 'lever/my_trade', {})) as unknown as Trades
