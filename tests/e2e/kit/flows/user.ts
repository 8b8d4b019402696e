import type { APIRequestContext, Page } from '@playwright/test'
import { TERMS_VERSION } from '../../../../src/server/modules/identity/terms.ts'

export interface Member {
  account: string
  password: string
  token: string
}

/** Account mode. */
export type Mode = 'real' | 'demo'

interface Reply {
  type: string
  code: string | number
  message: string
  data: Record<string, unknown> | null
}

async function post(
  request: APIRequestContext,
  call: string,
  form: Record<string, string>,
): Promise<Record<string, unknown>> {
  const reply = (await (await request.post(`/api/${call}`, { form: { lang: 'en', ...form } })).json()) as Reply
  if (reply.type !== 'ok') throw new Error(`${call}: ${reply.code} ${reply.message}`)
  return reply.data ?? {}
}

/** Password of every test user. */
export const PASSWORD = 'secret12'

/** Registers a user, which opens a session, over the API. */
export async function registerUser(request: APIRequestContext): Promise<Member> {
  const account = `e2e${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`
  const password = PASSWORD
  const { token } = await post(request, 'user/register', {
    type: 'account',
    account,
    password,
    country: 'DE',
    terms: TERMS_VERSION,
  })
  return { account, password, token: String(token) }
}

/** Sets stored entries before the app starts. */
export async function storeSettings(
  page: Page,
  stored: { token?: string; lang?: string; theme?: 'dark' | 'light' | 'system' },
): Promise<void> {
  await page.addInitScript(
    (entries) => {
      // Once, so that later changes of the app survive a reload.
      if (localStorage.getItem('placard.e2e')) return
      localStorage.setItem('placard.e2e', '1')
      for (const [key, value] of entries) localStorage.setItem(`placard.${key}`, value)
    },
    Object.entries(stored).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
