import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { verify } from '../kit/accessRules.ts'
import { axe } from '../kit/axe.ts'
import { phone } from '../kit/browser.ts'
import { registerUser, storeSettings, type Member } from '../kit/flows/user.ts'
import { LONG } from '../kit/long.ts'
import { dialog, goto, main, settled } from '../kit/screen.ts'
import { expect, saveData, test } from '../kit/test.ts'
import { createTextOf, type TextOf } from '../kit/texts.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const LABEL = 'Ledger'
const LOOKS = [
  { lang: 'en', theme: 'dark' },
  { lang: 'ar', theme: 'light' },
] as const

/** Logs a user in elsewhere, over the API. */
async function loginElsewhere(request: APIRequestContext, { account, password }: Member): Promise<string> {
  const slide = (await (await request.get('/api/captcha/slide?lang=en')).json()) as { data: { challenge: string } }
  const form = { lang: 'en', type: 'account', account, password, slide: slide.data.challenge }
  const reply = (await (await request.post('/api/user/login', { form })).json()) as { data: { token: string } }
  return reply.data.token
}

/** A page of a second browser that shares nothing with the first one but the server. */
async function openSecond(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ ...phone, ...(baseURL !== undefined && { baseURL }) })
  await saveData(context)
  return await context.newPage()
}

const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const confirm = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()
}

/** Checks the accessibility of a screen, and keeps its picture with the results of the test. */
async function look(page: Page, name: string): Promise<void> {
  await settled(page)
  await page.screenshot({ path: test.info().outputPath(`${name}.png`) })
  expect((await axe(page)).violations, name).toEqual([])
}

/** Adds a payee with a label, confirmed by the login password. */
async function addPayee(page: Page, t: TextOf, { password }: Member): Promise<void> {
  await goto(page, '/pages/bankcard/index')
  await button(page, t('bankcard.addAddress')).click()
  await settled(page)
  await main(page)
    .getByRole('textbox', { name: t('field.walletAddress') })
    .fill(TRON)
  await main(page)
    .getByRole('textbox', { name: t('field.payeeLabel') })
    .fill(LABEL)
  await waitForTapGuard(page)
  await button(page, t('bankcard.save')).click()
  const sheet = page.getByRole('dialog', { name: t('shell.stepUpTitle') })
  await sheet.getByLabel(t('field.loginPassword')).fill(password)
  await sheet.getByRole('button', { name: t('shell.stepUpConfirm') }).click()
  await expect(main(page)).toContainText(LABEL)
}

for (const { lang, theme } of LOOKS)
  test(
    `${lang}, ${theme}: what a user does in one browser holds in another one`,
    LONG,
    async ({ page, browser, request, baseURL }) => {
      const t = createTextOf(lang)
      const member = await registerUser(request)
      await verify(request, member.token)
      const second = await openSecond(browser, baseURL)
      await storeSettings(page, { token: member.token, lang, theme })
      await storeSettings(second, { token: await loginElsewhere(request, member), lang, theme })

      for (const item of [page, second]) {
        await goto(item, '/pages/index/index')
        await expect(main(item)).toContainText(t('firstSteps.title'))
        await expect(main(item)).toContainText(t('firstSteps.progress', { done: 1, all: 5 }))
      }
      await look(page, 'firstSteps')
      await button(page, t('firstSteps.dismiss')).click()
      await expect(main(page)).not.toContainText(t('firstSteps.title'))
      await second.reload()
      await settled(second)
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
      await page.reload()
      await settled(page)
      await expect(main(page)).toContainText(t('pause.now'))

      await goto(page, '/pages/user/freeze')
      await button(page, t('freeze.submit')).click()
      await confirm(page, t('freeze.submit'))
      await expect(main(page)).toContainText(t('freeze.done'))
      await look(page, 'frozen')
      await goto(second, '/pages/user/sessions')
      await expect(second).toHaveURL(/#\/pages\/login\/index/)
      await second.context().close()
    },
  )
