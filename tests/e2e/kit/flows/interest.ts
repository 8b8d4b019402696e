import type { APIRequestContext } from '@playwright/test'
import type { Mode } from './user.ts'
import { PAY_PASSWORD, post } from './withdraw.ts'

export const DAY = 86_400

interface Bought {
  project?: string
  amount?: string
  mode?: Mode
}

/** Places an order of the interest treasure over the API for a user who meets the access rules; returns its id. */
export async function buy(
  request: APIRequestContext,
  token: string,
  { project = 'weekly', amount = '150', mode = 'real' }: Bought = {},
): Promise<string> {
  const query = new URLSearchParams({ lang: 'en', mode, project, currency: 'USDT', amount })
  const quoted = (await (
    await request.get(`/api/project/quote?${query}`, { headers: { authorization: token } })
  ).json()) as { message: string; data: { daily: string; total: string } | null }
  if (!quoted.data) throw new Error(`project/quote: ${quoted.message}`)
  const { daily, total } = quoted.data
  const { proof } = await post(request, token, 'safe/pay_verify', { call: 'project/order', password: PAY_PASSWORD })
  const payload = { mode, project, currency: 'USDT', amount, daily, total, payProof: proof }
  return String(
    (
      await post(request, token, 'project/order', payload, {
        'idempotency-key': `e2e-interest-${String(proof).slice(0, 24)}`,
      })
    ).id,
  )
}

/** The user's orders, from the API. */
export async function orders(request: APIRequestContext, token: string): Promise<{ amount: string; status: number }[]> {
  const reply = (await (
    await request.get('/api/project/orders?lang=en', { headers: { authorization: token } })
  ).json()) as { data: { rows: { amount: string; status: number }[] } }
  return reply.data.rows.map(({ amount, status }) => ({ amount, status }))
}
