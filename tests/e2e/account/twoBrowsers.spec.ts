import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { satisfyGuards, verify } from '../kit/accessRules.ts'
import { axe } from '../kit/axe.ts'
import { phone } from '../kit/browser.ts'
import { confirmIdentity } from '../kit/flows/confirmIdentity.ts'
import { appCode, logIn, loginOverApi } from '../kit/flows/login.ts'
import { addPasskeyDevice } from '../kit/flows/passkeyDevice.ts'
import { PASSWORD, registerUser, storeSettings, type Member } from '../kit/flows/user.ts'
import { PAY_PASSWORD } from '../kit/flows/withdraw.ts'
import { LONG } from '../kit/long.ts'
import { dialog, goto, main, settled } from '../kit/screen.ts'
import { collectPageErrors, expect, saveData, test as base, type PageErrors } from '../kit/test.ts'
import { createTextOf, type TextOf } from '../kit/texts.ts'
import { expectToast } from '../kit/toasts.ts'
import { markPresses, waitForTapGuard } from '../kit/tapGuard.ts'

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const LABEL = 'Ledger'
const LOOKS = [
  { lang: 'en', theme: 'dark' },
  { lang: 'ar', theme: 'light' },
] as const

/** A page of a second browser that shares nothing with the first one but the server. */
interface Second {
  page: Page
  errors: PageErrors
}

async function openSecond(browser: Browser, baseURL: string | undefined): Promise<Second> {
  const context = await browser.newContext({ ...phone, ...(baseURL !== undefined && { baseURL }) })
  await saveData(context)
  await markPresses(context)
  const page = await context.newPage()
  return { page, errors: await collectPageErrors(page) }
}

/** Two browsers; an error of either page fails the test. */
const test = base.extend<{ second: Page }>({
  // A passkey belongs to a host name, which an address is not.
  baseURL: async ({ server }, use) => use(server.origin.replace('127.0.0.1', 'localhost')),
  second: async ({ browser, baseURL }, use) => {
    const { page, errors } = await openSecond(browser, baseURL)
    await use(page)
    await page.context().close()
    expect(errors.messages, 'errors on the page of the second browser').toEqual([])
  },
})

const button = (page: Page, name: string | RegExp) =>
  main(page).getByRole('button', { name, exact: typeof name === 'string' })
const field = (page: Page, label: string) => main(page).getByLabel(label).and(page.locator('input')).first()
const confirm = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()
}

/** Checks the accessibility of a screen, and keeps its picture with the results of the test. */
async function look(page: Page, name: string): Promise<void> {
  // While a question is open, the control that asks it is busy.
  if ((await dialog(page).count()) === 0) await settled(page)
  await page.screenshot({ path: test.info().outputPath(`${name}.png`) })
  expect((await axe(page)).violations, name).toEqual([])
}

/** Fetches a screen again: the other browser has changed what it shows. */
async function reopen(page: Page, address: string): Promise<void> {
  await goto(page, address)
  await page.reload()
  await settled(page)
}

/** Forgets the session as a browser does whose data is deleted, and shows the login. */
async function openLogin(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('placard.token'))
  await page.reload()
  await goto(page, '/pages/login/index')
}

/** Beginning of the title of a message of the server, up to its first parameter. */
function messageTitle(lang: string, template: string): string {
  const file = join(import.meta.dirname, '../../../src/server/modules/content', `${lang}.json`)
  const { messages } = JSON.parse(readFileSync(file, 'utf8')) as { messages: Record<string, { title: string }> }
  const title = messages[template]?.title
  if (title === undefined) throw new Error(`${file} has no message ${template}`)
  return title.split('{{', 1)[0]?.trim() ?? ''
}

/** Adds a payee with a label, confirmed by the login password. */
async function addPayee(page: Page, t: TextOf, { password }: Member): Promise<void> {
  await goto(page, '/pages/bankcard/index')
  await button(page, t('bankcard.addAddress')).click()
  await settled(page)
  await field(page, t('field.walletAddress')).fill(TRON)
  await field(page, t('field.payeeLabel')).fill(LABEL)
  await waitForTapGuard(page)
  await button(page, t('bankcard.save')).click()
  await confirmIdentity(page, password, t)
  await expect(main(page)).toContainText(LABEL)
}

/** Registers a user and logs them in in both browsers. */
async function openBoth(
  request: APIRequestContext,
  pages: readonly [Page, Page],
  look: (typeof LOOKS)[number],
): Promise<Member> {
  const member = await registerUser(request)
  await storeSettings(pages[0], { token: member.token, ...look })
  await storeSettings(pages[1], { token: await loginOverApi(request, member), ...look })
  return member
}

for (const LOOK of LOOKS) {
  const { lang, theme } = LOOK
  const t = createTextOf(lang)
  const removeButton = (page: Page) => button(page, new RegExp(`^${t('passkeys.remove')}`))

  test(
    `${lang}, ${theme}: steps, payees, limits, a break and a freeze of one browser hold in the other`,
    LONG,
    async ({ page, second, request }) => {
      const member = await openBoth(request, [page, second], LOOK)
      await verify(request, member.token)

      for (const browser of [page, second]) {
        await goto(browser, '/pages/index/index')
        await expect(main(browser)).toContainText(t('firstSteps.title'))
        await expect(main(browser)).toContainText(t('firstSteps.progress', { done: 1, all: 5 }))
      }
      await look(page, 'firstSteps')
      await button(page, t('firstSteps.dismiss')).click()
      await expect(main(page)).not.toContainText(t('firstSteps.title'))
      await reopen(second, '/pages/index/index')
      await expect(main(second)).not.toContainText(t('firstSteps.title'))

      await goto(page, '/pages/user/sessions')
      await expect(main(page).getByText('Chrome, Android')).toHaveCount(2)
      await look(page, 'sessions')

      await addPayee(page, t, member)
      await look(page, 'payees')
      await goto(second, '/pages/bankcard/index')
      await expect(main(second)).toContainText(LABEL)

      await goto(page, '/pages/user/limits')
      await main(page)
        .getByRole('button', { name: t('limitPeriod.day') })
        .first()
        .click()
      await dialog(page).getByLabel(t('field.selfLimit')).fill('50')
      await dialog(page)
        .getByRole('button', { name: t('limits.save', { period: t('limitPeriod.day') }) })
        .click()
      await expect(main(page)).toContainText('50')
      await look(page, 'limits')
      await goto(second, '/pages/user/limits')
      await expect(main(second)).toContainText('50')

      await button(second, t('pauseLength.hours24')).click()
      await confirm(second, t('pause.begin'))
      await expect(main(second)).toContainText(t('pause.now'))
      await look(second, 'pause')
      await reopen(page, '/pages/user/limits')
      await expect(main(page)).toContainText(t('pause.now'))

      await goto(page, '/pages/user/freeze')
      await button(page, t('freeze.submit')).click()
      await confirm(page, t('freeze.submit'))
      await expect(main(page)).toContainText(t('freeze.done'))
      for (const route of ['/pages/index/index', '/pages/assets/index']) {
        await goto(page, route)
        await expect(main(page)).toContainText(t('freeze.doneText'))
      }
      await look(page, 'frozen')
      await goto(second, '/pages/user/sessions')
      await expect(second).toHaveURL(/#\/pages\/login\/index/)
    },
  )

  test(
    `${lang}, ${theme}: a withdrawal of one browser is announced, listed and cancelled in the other`,
    LONG,
    async ({ page, second, request }) => {
      const member = await openBoth(request, [page, second], LOOK)
      await satisfyGuards(request, member.token)

      await goto(page, '/pages/assets/withdraw')
      await field(page, t('withdraw.amount')).fill('50')
      await page.getByRole('button', { name: t('keypad.done') }).click()
      await waitForTapGuard(page)
      await main(page)
        .locator('form')
        .getByRole('button', { name: t('withdraw.title'), exact: true })
        .click()
      await expect(page.getByRole('alertdialog')).toContainText('49.00')
      await look(page, 'withdrawConfirm')
      await confirm(page, t('withdraw.title'))
      await confirmIdentity(page, PASSWORD, t)
      await page.getByLabel(t('shell.payPasswordLabel')).fill(PAY_PASSWORD)
      await expect(page).toHaveURL(/withdrawDetail\?id=/)
      await expect(main(page)).toContainText(t('status.withdrawal.firstReview'))
      await look(page, 'withdrawal')

      await goto(second, '/pages/notification/index')
      await expect(main(second)).toContainText(messageTitle(lang, 'withdrawalRequested'))
      await look(second, 'withdrawalNotice')
      await goto(second, '/pages/assets/withdraw')
      await expect(main(second)).toContainText(t('error.withdrawalPending'))
      await goto(second, '/pages/assets/withdrawOrder')
      await expect(main(second)).toContainText(t('status.withdrawal.firstReview'))
      await look(second, 'withdrawals')
      await button(second, /50\.00/)
        .first()
        .click()
      await button(second, t('withdraw.cancel')).click()
      await waitForTapGuard(second)
      await confirm(second, t('withdraw.cancel'))
      await expect(main(second)).toContainText(t('withdrawReason.cancelled'))
      await page.reload()
      await expect(main(page)).toContainText(t('withdrawReason.cancelled'))
      await expect(button(page, t('withdraw.cancel'))).toHaveCount(0)
      await look(page, 'withdrawalCancelled')
    },
  )

  test(
    `${lang}, ${theme}: a second factor that one browser switches is required of the other's login`,
    LONG,
    async ({ page, second, request }) => {
      const member = await openBoth(request, [page, second], LOOK)
      const fill = async (browser: Page, code: string): Promise<void> => {
        await field(browser, t('field.appCode')).fill(code)
        await field(browser, t('field.loginPassword')).fill(member.password)
        await waitForTapGuard(browser)
      }
      await goto(second, '/pages/user/set')
      await goto(page, '/pages/user/google')
      const key = main(page).getByText(/([A-Z2-7]{4} ){7}[A-Z2-7]{4}/)
      const secret = (await key.innerText()).replaceAll(/[^A-Z2-7]/g, '')
      await look(page, 'secondFactor')
      await fill(page, await appCode(request, secret))
      await button(page, t('twoFactor.switchOn')).click()
      await expect(main(page)).toContainText(t('twoFactor.recoveryText'))
      await look(page, 'recoveryCodes')
      await button(page, t('twoFactor.written')).click()
      await expect(page).toHaveURL(/#\/pages\/user\/set/)

      // The session that was open stays, and is notified.
      await second.reload()
      const entryOf = (browser: Page, state: string) =>
        button(browser, new RegExp(`^${t('security.twoFactor')}.*${t(state)}`))
      await expect(entryOf(second, 'security.on')).toBeVisible()
      await goto(second, '/pages/notification/index')
      await expect(main(second)).toContainText(messageTitle(lang, 'twoFactorOn'))

      await openLogin(second)
      await logIn(second, member, t)
      await expect(main(second)).toContainText(t('login.codeText'))
      await look(second, 'loginCode')
      await field(second, t('field.appCode')).fill(await appCode(request, secret))
      await waitForTapGuard(second)
      await button(second, t('login.submit')).click()
      await expect(second).not.toHaveURL(/login/)

      await goto(second, '/pages/user/google')
      await expect(main(second)).toContainText(t('twoFactor.isOn'))
      await fill(second, await appCode(request, secret))
      await button(second, t('twoFactor.switchOff')).click()
      await expect(second).not.toHaveURL(/google/)
      await page.reload()
      await expect(entryOf(page, 'security.off')).toBeVisible()
      await goto(page, '/pages/notification/index')
      await expect(main(page)).toContainText(messageTitle(lang, 'twoFactorOff'))
      await look(page, 'secondFactorNotices')
      expect(await loginOverApi(request, member)).not.toBe('')
    },
  )

  test(
    `${lang}, ${theme}: a passkey of one browser is removed in the other, and no longer logs in`,
    LONG,
    async ({ page, context, second, request }) => {
      const member = await openBoth(request, [page, second], LOOK)
      await addPasskeyDevice(context, page)
      await goto(page, '/pages/user/passkeys')
      await button(page, t('passkeys.add')).click()
      await confirmIdentity(page, member.password, t)
      await expect(removeButton(page)).toHaveCount(1)
      await look(page, 'passkeys')
      await openLogin(page)
      await button(page, t('passkeys.login')).click()
      await expect(page).not.toHaveURL(/login/)

      await goto(second, '/pages/notification/index')
      await expect(main(second)).toContainText(messageTitle(lang, 'passkeyAdded'))
      await look(second, 'passkeyNotice')
      await goto(second, '/pages/user/passkeys')
      await expect(main(second)).toContainText('Chrome, Android')
      await removeButton(second).click()
      await confirm(second, t('passkeys.remove'))
      await expect(dialog(second)).toContainText(t('shell.stepUpTitle'))
      await look(second, 'passkeyRemove')
      await confirmIdentity(second, member.password, t)
      await expect(removeButton(second)).toHaveCount(0)

      await openLogin(page)
      await button(page, t('passkeys.login')).click()
      await expectToast(page, t('error.passkeyFailed'))
      await expect(page).toHaveURL(/#\/pages\/login\/index/)
    },
  )
}
