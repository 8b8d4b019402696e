import type { APIRequestContext } from '@playwright/test'
import index from '../../../src/server/modules/content/index.json' with { type: 'json' }
import { advance } from './time.ts'
import { confirmed } from './flows/withdraw.ts'
import { PASSWORD } from './flows/user.ts'

/** The wait of withdrawals to a payee that was never paid, in the sandbox. */
const HOLD_SECONDS = 120

let numbers = 0
/** A unique document number; its end may force an outcome (src/server/docs/IDENTITY.md). */
export const documentNumber = (end = '7777'): string =>
  `N${String(Date.now() % 1_000_000).padStart(6, '0')}${String(++numbers % 10)}${end}`

async function send(
  request: APIRequestContext,
  token: string,
  call: string,
  data: Record<string, unknown>,
): Promise<void> {
  const reply = (await (
    await request.post(`/api/${call}`, { headers: { authorization: token }, data: { lang: 'en', ...data } })
  ).json()) as { type: string; message: string }
  if (reply.type !== 'ok') throw new Error(`${call}: ${reply.message}`)
}

/** Certifies the first level of the verification of a user over the API, and passes the risk test. */
export async function verify(
  request: APIRequestContext,
  token: string,
  number = documentNumber(),
  documentType: 'passport' | 'idCard' = 'passport',
): Promise<void> {
  await send(request, token, 'user/real_name', {
    level: 'primary',
    firstName: 'Anna',
    lastName: 'Keller',
    country: 'PT',
    documentType,
    number,
  })
  await advance(request)
  await passRiskTest(request, token)
}

/** The right options of the risk test of the sandbox (src/server/modules/content/index.json). */
const RIGHT: Readonly<Record<string, string>> = Object.fromEntries(
  index.riskTest.questions.map(({ id, right }) => [id, right]),
)

async function passRiskTest(request: APIRequestContext, token: string): Promise<void> {
  const { data } = (await (
    await request.get('/api/user/risk_test?lang=en', { headers: { authorization: token } })
  ).json()) as { data: { version: string; questions: { id: string }[] } }
  const answers = data.questions.map(({ id }) => ({ question: id, option: RIGHT[id] ?? '' }))
  await send(request, token, 'user/risk_test_submit', { version: data.version, answers })
}

interface UserInfo {
  identity: number
  hasPayPassword: boolean
  hasWithdrawalAddress: boolean
}

/** Satisfies every access rule of the screens for a registered user. */
export async function satisfyGuards(request: APIRequestContext, token: string): Promise<void> {
  const { data } = (await (
    await request.get('/api/user/info?lang=en', { headers: { authorization: token } })
  ).json()) as { data: UserInfo }
  if (data.identity === 0) await verify(request, token)
  if (!data.hasPayPassword)
    await send(request, token, 'safe/pay_password', { way: 'set', loginPassword: PASSWORD, password: '246810' })
  if (!data.hasWithdrawalAddress) {
    await confirmed(request, token, 'user/cash_save', {
      kind: 'address',
      currency: 'USDT',
      network: 'TRC20',
      address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    })
    // Withdrawals to a payee wait at first.
    await advance(request, HOLD_SECONDS)
  }
}
