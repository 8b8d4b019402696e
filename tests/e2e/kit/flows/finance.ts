import { REVIEW_SECONDS } from '../net/server.ts'
import type { APIRequestContext, Page } from '@playwright/test'
import type { Mode } from './user.ts'
import { PAY_PASSWORD, post } from './withdraw.ts'
import { advance } from '../time.ts'
import { dialog, main } from '../screen.ts'
import { en } from '../texts.ts'

export const DAY = 86_400

let keys = 0

async function get(
  request: APIRequestContext,
  token: string,
  call: string,
): Promise<{ rows: { id: string; status: number }[] }> {
  const reply = (await (await request.get(`/api/${call}?lang=en`, { headers: { authorization: token } })).json()) as {
    data: { rows: { id: string; status: number }[] }
  }
  return reply.data
}

async function proven(
  request: APIRequestContext,
  token: string,
  call: string,
  payload: Record<string, unknown>,
): Promise<string> {
  const { proof } = await post(request, token, 'safe/pay_verify', { call, password: PAY_PASSWORD })
  keys += 1
  return String(
    (
      await post(
        request,
        token,
        call,
        { ...payload, payProof: proof },
        { 'idempotency-key': `e2e-finance-${Date.now()}-${keys}` },
      )
    ).id,
  )
}

/** A fixed-term deposit of 100 USDT for seven days over the API; its id. */
export const fix = (request: APIRequestContext, token: string, amount = '100', mode: Mode = 'real'): Promise<string> =>
  proven(request, token, 'lh/deposit', {
    mode,
    product: 'usdt-7',
    currency: 'USDT',
    amount,
    interest: amount === '100' ? '0.07' : '0.035',
  })

/** A loan of 100 USDT over seven days over the API, paid out; its id. */
export async function lend(request: APIRequestContext, token: string): Promise<string> {
  const open = (await get(request, token, 'lh/loan/order')).rows.find(({ status }) => status < 3)
  if (open) return open.id
  const id = await proven(request, token, 'lh/loan/submit', {
    mode: 'real',
    currency: 'USDT',
    amount: '100',
    days: 7,
    fee: '1',
    net: '99',
    interest: '0.35',
  })
  await advance(request, REVIEW_SECONDS)
  return id
}

/** Locates a text field by the key of its label. */
export const field = (page: Page, key: string) => main(page).getByRole('textbox', { name: en(key), exact: true })

/** Types with the app's own keys, as a thumb does. */
export async function type(page: Page, key: string, amount: string): Promise<void> {
  await field(page, key).click()
  const pad = page.getByRole('group', { name: en('keypad.label') })
  for (const sign of amount)
    await pad.getByRole('button', { name: sign === '.' ? en('keypad.separator') : sign, exact: true }).click()
  await pad.getByRole('button', { name: en('keypad.done') }).click()
}

/** Confirms the open dialog. */
export const agree = (page: Page, key: string): Promise<void> =>
  dialog(page)
    .getByRole('button', { name: en(key), exact: true })
    .click()

/** Enters the payment password. */
export async function sign(page: Page): Promise<void> {
  const password = page.getByLabel(en('shell.payPasswordLabel'))
  await password.waitFor()
  await password.fill(PAY_PASSWORD)
}
