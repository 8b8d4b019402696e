import type { APIRequestContext, Page } from '@playwright/test'
import { axe } from '../kit/axe.ts'
import { charge } from '../kit/flows/deposit.ts'
import { satisfyGuards } from '../kit/accessRules.ts'
import { LONG } from '../kit/long.ts'
import { goto, main } from '../kit/screen.ts'
import { REVIEW_SECONDS } from '../kit/net/server.ts'
import { expect, test } from '../kit/test.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { advance } from '../kit/time.ts'
import { en } from '../kit/texts.ts'

const unread = (page: Page) => main(page).getByText(en('notification.new'), { exact: true })

/** Opens the messages of a user with a deposit; returns the number of unread ones. */
async function openMessages(page: Page, request: APIRequestContext): Promise<number> {
  const { token } = await registerUser(request)
  await satisfyGuards(request, token)
  await charge(request, token)
  await advance(request, 2 * REVIEW_SECONDS)
  await storeSettings(page, { token })
  await goto(page, '/pages/notification/index')
  const count = await unread(page).count()
  expect(count).toBeGreaterThan(1)
  return count
}

test('a message reports a deposit, links to it, and is read', LONG, async ({ page, request }) => {
  const before = await openMessages(page, request)
  expect((await axe(page)).violations).toEqual([])
  await main(page)
    .getByRole('button', { name: /Deposit credited/ })
    .click()
  await expect(main(page)).toContainText('100.00 USDT has been credited')
  expect((await axe(page)).violations).toEqual([])
  await main(page)
    .getByRole('button', { name: en('notification.open') })
    .click()
  await expect(page).toHaveURL(/topupDetail\?id=/)
  await goto(page, '/pages/notification/index')
  await expect(unread(page)).toHaveCount(before - 1)
})

test('all messages can be marked as read', LONG, async ({ page, request }) => {
  await openMessages(page, request)
  await main(page)
    .getByRole('button', { name: en('notification.readAll') })
    .click()
  await expect(main(page)).toContainText(en('notification.allRead'))
  await expect(unread(page)).toHaveCount(0)
})

test('frequent questions open one at a time, and a search replaces them', LONG, async ({ page }) => {
  await goto(page, '/pages/help/index')
  const words = (text: string) => main(page).getByText(text)
  await words('How long does a deposit take?').click()
  await expect(words('less than a minute')).toBeVisible()
  await words('When does the interest treasure pay?').click()
  await expect(words('Once a day')).toBeVisible()
  await expect(words('less than a minute')).toBeHidden()
  expect((await axe(page)).violations).toEqual([])
  await main(page).getByRole('searchbox').fill('margin')
  await expect(words('How long does a deposit take?')).toHaveCount(0)
  await expect(words('Balance, margin, equity: what is what?')).toBeVisible()
})

test(
  'each banner of Home leads where it points, as does the button below its text',
  LONG,
  async ({ page, request }) => {
    const { token } = await registerUser(request)
    await storeSettings(page, { token })
    const reply = await request.post('/api/news/list', { data: { lang: 'en', category: 'banner' } })
    const { rows } = ((await reply.json()) as { data: { rows: { id: string; title: string; link: string }[] } }).data
    expect(rows.length).toBeGreaterThan(1)
    for (const { id, title, link } of rows) {
      await goto(page, '/pages/index/index')
      await main(page).getByRole('button', { name: title }).first().click()
      await expect(page).toHaveURL(new RegExp(`#${link}$`))
      await goto(page, `/pages/news/detail?id=${id}`)
      await expect(main(page)).toContainText(title)
      await main(page).getByRole('button').last().click()
      await expect(page).toHaveURL(new RegExp(`#${link}$`))
    }
  },
)

test('a toast goes with the screen it speaks of', LONG, async ({ page, request, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { token } = await registerUser(request)
  await storeSettings(page, { token })
  await goto(page, '/pages/user/index')
  // It cannot go by itself.
  await page.clock.install()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 3_600_000))
  await main(page)
    .getByRole('button', { name: en('ui.copy') })
    .first()
    .click()
  const toast = page.locator('[popover] > output')
  await expect(toast.first()).toBeVisible()
  await page.evaluate(() => void (location.hash = '#/pages/user/about'))
  await expect(toast).toHaveCount(0)
})
