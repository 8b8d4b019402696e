import type { Page } from '@playwright/test'
import { SLIDE_SECONDS } from '../../../src/server/modules/identity/login/sliderCaptcha.ts'
import { axe } from '../kit/axe.ts'
import { dialog, main, settled } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { createTextOf } from '../kit/texts.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import { advance } from '../kit/time.ts'
import { expectToast } from '../kit/toasts.ts'
import { addPasskeyDevice, type PasskeyDevice } from '../kit/flows/passkeyDevice.ts'
import { PASSWORD, registerUser, storeSettings, type Member } from '../kit/flows/user.ts'

const t = createTextOf('en')

// A passkey belongs to a host name, which an address is not.
test.use({ baseURL: async ({ server }, use) => use(server.origin.replace('127.0.0.1', 'localhost')) })

const stored = async ({ session, authenticatorId }: PasskeyDevice): Promise<number> =>
  (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length

async function go(page: Page, route: string): Promise<void> {
  await page.goto(`/h5/#${route}`)
  await settled(page)
}
const press = (page: Page, key: string) =>
  main(page)
    .getByRole('button', { name: t(key), exact: true })
    .click()
const removeButton = (page: Page) => main(page).getByRole('button', { name: new RegExp(`^${t('passkeys.remove')}`) })

/** Adds a passkey, confirmed by the login password. */
async function add(page: Page, member: Member): Promise<void> {
  await storeSettings(page, { token: member.token })
  await go(page, '/pages/user/passkeys')
  expect((await axe(page)).violations).toEqual([])
  await press(page, 'passkeys.add')
  await dialog(page).getByLabel(t('field.loginPassword')).fill(PASSWORD)
  expect((await axe(page)).violations).toEqual([])
  await dialog(page)
    .getByRole('button', { name: t('shell.stepUpConfirm') })
    .click()
  await expectToast(page, t('passkeys.done'))
  await expect(removeButton(page)).toHaveCount(1)
  await expect(main(page)).toContainText('Chrome, Android')
  expect((await axe(page)).violations).toEqual([])
}

/** Presses "Remove" and confirms the question; the step-up is open then. */
async function remove(page: Page): Promise<void> {
  await removeButton(page).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('passkeys.remove') })
    .click()
  await expect(dialog(page)).toContainText(t('shell.stepUpTitle'))
}

async function logOut(page: Page): Promise<void> {
  // At the login before the page starts: a screen that needs a user would lead there, and back to itself after the login.
  await page.evaluate(() => {
    localStorage.removeItem('placard.token')
    location.hash = '#/pages/login/index'
    location.reload()
  })
  await expect(main(page).getByRole('button', { name: t('passkeys.login') })).toBeVisible()
  await settled(page)
}

test('a passkey logs in without a password', async ({ page, context, request }) => {
  const phone = await addPasskeyDevice(context, page)
  const member = await registerUser(request)
  await add(page, member)
  expect(await stored(phone)).toBe(1)
  await logOut(page)
  await press(page, 'passkeys.login')
  await expect(page).toHaveURL(/#\/pages\/index\/index/)
  const token = await page.evaluate(() => localStorage.getItem('placard.token') ?? '')
  expect(token).not.toBe(member.token)
  const info = await request.get('/api/user/info?lang=en', { headers: { authorization: token } })
  expect(await info.json()).toMatchObject({ type: 'ok', data: { account: member.account } })
})

test('a passkey confirms a step in place of the password', async ({ page, context, request }) => {
  await addPasskeyDevice(context, page)
  await add(page, await registerUser(request))
  await remove(page)
  await dialog(page)
    .getByRole('button', { name: t('shell.stepUpPasskey') })
    .click()
  await expectToast(page, t('passkeys.removed'))
  await expect(removeButton(page)).toHaveCount(0)
})

test('a removed passkey no longer logs in', async ({ page, context, request }) => {
  await addPasskeyDevice(context, page)
  await add(page, await registerUser(request))
  await remove(page)
  await dialog(page).getByLabel(t('field.loginPassword')).fill(PASSWORD)
  await dialog(page)
    .getByRole('button', { name: t('shell.stepUpConfirm') })
    .click()
  await expectToast(page, t('passkeys.removed'))
  await logOut(page)
  await press(page, 'passkeys.login')
  await expectToast(page, t('error.passkeyFailed'))
  await expect(page).toHaveURL(/#\/pages\/login\/index/)
})

test('a passkey confirms a step whose question has been open for long', async ({ page, context, request }) => {
  await addPasskeyDevice(context, page)
  await add(page, await registerUser(request))
  await remove(page)
  await advance(request, SLIDE_SECONDS + 1)
  await dialog(page)
    .getByRole('button', { name: t('shell.stepUpPasskey') })
    .click()
  await expectToast(page, t('passkeys.removed'))
})

test('a passkey that the user does not confirm leaves the step-up open', async ({ page, context, request }) => {
  const { session, authenticatorId } = await addPasskeyDevice(context, page)
  await add(page, await registerUser(request))
  await remove(page)
  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await dialog(page)
    .getByRole('button', { name: t('shell.stepUpPasskey') })
    .click()
  await expect(dialog(page).getByRole('alert')).toHaveText(t('passkeys.cancelled'))
  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await waitForTapGuard(page)
  await dialog(page)
    .getByRole('button', { name: t('shell.stepUpPasskey') })
    .click()
  await expectToast(page, t('passkeys.removed'))
})
