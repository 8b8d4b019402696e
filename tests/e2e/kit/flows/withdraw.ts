import type { APIRequestContext } from '@playwright/test'
import { PASSWORD } from './user.ts'

/** The password set when the access rules are satisfied (kit/accessRules.ts). */
export const PAY_PASSWORD = '246810'

/** A valid address of the network BTC. */
export const BITCOIN = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'

/** A call over the API that must succeed. */
export async function post(
  request: APIRequestContext,
  token: string,
  call: string,
  data: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const reply = (await (
    await request.post(`/api/${call}`, { headers: { authorization: token, ...headers }, data: { lang: 'en', ...data } })
  ).json()) as {
    type: string
    message: string
    data: Record<string, unknown> | null
  }
  if (reply.type !== 'ok') throw new Error(`${call}: ${reply.message}`)
  return reply.data ?? {}
}

/** Sends a call that requires a step-up of a user with nothing but a password; `value`: that of the field the proof is bound to. */
export async function confirmed(
  request: APIRequestContext,
  token: string,
  call: string,
  data: Record<string, unknown>,
  { value = '', headers = {} }: { value?: string; headers?: Record<string, string> } = {},
): Promise<Record<string, unknown>> {
  const { proof } = await post(request, token, 'safe/step_up', { call, value, password: PASSWORD })
  return await post(request, token, call, { ...data, stepUpProof: proof }, headers)
}

/** Makes a withdrawal of 50 USDT over the API for a user who meets the access rules; returns its id. */
export async function withdraw(
  request: APIRequestContext,
  token: string,
  amounts = { amount: '50', fee: '1', net: '49' },
): Promise<string> {
  const { addresses } = (await post(request, token, 'user/cash_info', {})) as { addresses: { id: string }[] }
  const { proof } = await post(request, token, 'safe/pay_verify', { call: 'wallet/out', password: PAY_PASSWORD })
  const payload = { mode: 'real', payee: addresses[0]?.id, currency: 'USDT', ...amounts, payProof: proof }
  return String(
    (
      await confirmed(request, token, 'wallet/out', payload, {
        value: addresses[0]?.id ?? '',
        headers: { 'idempotency-key': `e2e-withdrawal-${String(proof).slice(0, 24)}` },
      })
    ).id,
  )
}
