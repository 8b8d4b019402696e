import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { settled, main, dialog } from '../screen.ts'
import { registerUser, storeSettings } from './user.ts'
import { en } from '../texts.ts'

export const SEND = 'wallet/transfer'

/** USDT balances of the real account, from the API: coin account, contract account. */
export async function balances(request: APIRequestContext, token: string): Promise<[string, string]> {
  const reply = (await (
    await request.post('/api/wallet/list', { headers: { authorization: token }, data: { lang: 'en', mode: 'real' } })
  ).json()) as {
    data: { rows: { kind: string; currency: string; balance: string }[] }
  }
  const of = (kind: string) =>
    reply.data.rows.find((row) => row.kind === kind && row.currency === 'USDT')?.balance ?? 'none'
  return [of('coin'), of('contract')]
}

/** Opens the transfer screen as a new user and returns the user's token. */
export async function open(
  page: Page,
  request: APIRequestContext,
  stored: { lang?: string; theme?: 'dark' | 'light' } = {},
): Promise<string> {
  const { token } = await registerUser(request)
  await storeSettings(page, { token, ...stored })
  await page.goto('/h5/#/pages/assets/transfer')
  await settled(page)
  return token
}

/** Types with the app's keypad. */
export async function type(page: Page, amount: string, t = en): Promise<void> {
  await page.getByRole('textbox', { name: t('transfer.amount') }).click()
  const pad = page.getByRole('group', { name: t('keypad.label') })
  for (const sign of amount)
    await pad.getByRole('button', { name: sign === '.' ? t('keypad.separator') : sign, exact: true }).click()
  await pad.getByRole('button', { name: t('keypad.done') }).click()
}

/** Locates the submit button of the form. */
export const submit = (page: Page) =>
  main(page)
    .locator('form')
    .getByRole('button', { name: en('transfer.submit'), exact: true })
/** Locates the button that accepts the confirmation. */
export const yes = (page: Page) => dialog(page).getByRole('button', { name: en('transfer.submit') })
/** Expects the screen with the list of transfers. */
export const records = (page: Page) => expect(page).toHaveURL(/#\/pages\/assets\/transferOrder/)
