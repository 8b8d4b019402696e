import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { STEP_SECONDS } from '../../../../src/server/modules/identity/security/totp.ts'
import { codeAt } from '../../../support/server/totp.ts'
import { main } from '../screen.ts'
import { en, type TextOf } from '../texts.ts'
import { advance } from '../time.ts'
import type { Member } from './user.ts'

/** Logs a user in over the API; returns the token, empty where a second factor is required. */
export async function loginOverApi(request: APIRequestContext, { account, password }: Member): Promise<string> {
  const slide = (await (await request.get('/api/captcha/slide?lang=en')).json()) as { data: { challenge: string } }
  const form = { lang: 'en', type: 'account', account, password, slide: slide.data.challenge }
  const reply = (await (await request.post('/api/user/login', { form })).json()) as { data: { token?: string } | null }
  return reply.data?.token ?? ''
}

/** Fills in the login form, completes the slide and submits. */
export async function logIn(page: Page, { account, password }: Member, t: TextOf = en): Promise<void> {
  const field = (key: string) => main(page).getByLabel(t(key), { exact: true }).and(page.locator('input'))
  await field('field.account').fill(account)
  await field('field.password').fill(password)
  await main(page)
    .getByRole('slider', { name: t('login.slide') })
    .focus()
  await page.keyboard.press('End')
  const submit = main(page).getByRole('button', { name: t('login.submit'), exact: true })
  await expect(submit).toBeEnabled()
  await submit.click()
}

/** A code of the authenticator by the server's clock, advanced so that the code of this step is unused. */
export async function appCode(request: APIRequestContext, secret: string): Promise<string> {
  const time = await advance(request, STEP_SECONDS)
  return codeAt(secret, Math.floor(time / STEP_SECONDS))
}
