import type { Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { axe } from '../kit/axe.ts'
import { coin } from '../kit/flows/deposit.ts'
import { satisfyGuards } from '../kit/accessRules.ts'
import { buy, DAY, orders } from '../kit/flows/interest.ts'
import { goto, settled, dialog, main } from '../kit/screen.ts'
import { REVIEW_SECONDS } from '../kit/net/server.ts'
import { expect, test } from '../kit/test.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { PAY_PASSWORD } from '../kit/flows/withdraw.ts'
import { advance } from '../kit/time.ts'
import { en } from '../kit/texts.ts'
import { expectToast } from '../kit/toasts.ts'

const DETAIL = '/pages/InterestTreasure/detail'
const ORDER = '/pages/InterestTreasure/orderDetail'
const submit = (page: Page) =>
  main(page)
    .locator('form')
    .getByRole('button', { name: en('interest.buy'), exact: true })
const field = (page: Page) => main(page).getByRole('textbox', { name: en('interest.amount'), exact: true })
const yes = (page: Page) => dialog(page).getByRole('button', { name: en('interest.buy'), exact: true })

/** Types with the app's own keys, as a thumb does. */
async function type(page: Page, amount: string): Promise<void> {
  await field(page).click()
  const pad = page.getByRole('group', { name: en('keypad.label') })
  for (const sign of amount)
    await pad.getByRole('button', { name: sign === '.' ? en('keypad.separator') : sign, exact: true }).click()
  await pad.getByRole('button', { name: en('keypad.done') }).click()
}

async function password(page: Page): Promise<void> {
  const asked = page.getByLabel(en('shell.payPasswordLabel'))
  await expect(asked).toBeVisible()
  await asked.fill(PAY_PASSWORD)
}

async function open(page: Page, request: Parameters<typeof registerUser>[0], address: string): Promise<string> {
  const { token } = await registerUser(request)
  await satisfyGuards(request, token)
  await storeSettings(page, { token })
  await goto(page, address)
  return token
}

test('bought, reviewed, paid daily, completed and notified', LONG, async ({ page, request }) => {
  const token = await open(page, request, '/pages/assets/index')
  await main(page)
    .getByRole('button', { name: en('interest.title') })
    .click()
  await settled(page)
  await expect(main(page)).toContainText('Weekly saver')
  expect((await axe(page)).violations).toEqual([])
  await main(page)
    .getByRole('button', { name: /Weekly saver/ })
    .click()
  await expect(page).toHaveURL(/detail\?id=weekly/)
  await settled(page)
  await type(page, '150')
  for (const shown of ['0.03 USDT', '0.21 USDT', '150.21 USDT']) await expect(main(page)).toContainText(shown)
  expect((await axe(page)).violations).toEqual([])

  await main(page)
    .getByRole('button', { name: en('interest.calendar') })
    .click()
  await expect(dialog(page).getByRole('listitem')).toHaveCount(7)
  await expect(dialog(page)).toContainText(en('interest.day', { day: '7' }))
  expect((await axe(page)).violations).toEqual([])
  await dialog(page)
    .getByRole('button', { name: en('ui.close') })
    .click()

  await submit(page).click()
  for (const shown of ['Weekly saver', '150.00 USDT', '0.03 USDT', '0.21 USDT', en('interest.earlyFree')])
    await expect(dialog(page)).toContainText(shown)
  expect((await axe(page)).violations).toEqual([])
  await yes(page).click()
  await password(page)
  await expectToast(page, en('success.subscriptionSubmitted'))
  await expect(page).toHaveURL(/orderDetail\?id=/)
  const current = main(page).locator('li[aria-current="step"]')
  await expect(current).toContainText(en('status.interest.pendingReview'))
  await expect(main(page)).toContainText(en('interest.noSettlement'))
  expect((await axe(page)).violations).toEqual([])

  await advance(request, REVIEW_SECONDS)
  await expect(current).toContainText(en('status.interest.inCustody'))
  await advance(request, DAY)
  await expect(main(page)).toContainText(en('interest.day', { day: '1' }))
  expect(await coin(request, token)).toBe('1000.03')
  await advance(request, 6 * DAY)
  await expect(main(page)).toContainText(en('interest.noteCompleted'))
  await expect(main(page)).toContainText('+0.21 USDT')
  expect(await coin(request, token)).toBe('1000.21')
  await goto(page, '/pages/notification/index')
  await expect(main(page)).toContainText('Your interest order is complete')
})

test('redeemed early: the cost is shown first and charged once', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await satisfyGuards(request, token)
  const id = await buy(request, token, { project: 'monthly', amount: '200' })
  await advance(request, REVIEW_SECONDS + 3 * DAY)
  await storeSettings(page, { token })
  await goto(page, `${ORDER}?id=${id}`)
  await main(page)
    .getByRole('button', { name: en('interest.redeem') })
    .click()
  for (const shown of ['200.00 USDT', '0.21 USDT', '1.00 USDT', '199.00 USDT'])
    await expect(dialog(page)).toContainText(shown)
  expect((await axe(page)).violations).toEqual([])
  await dialog(page)
    .getByRole('button', { name: en('interest.redeem') })
    .dblclick()
  await expectToast(page, en('success.redeemed'))
  await expect(main(page)).toContainText(en('interestReason.redeemed'))
  expect(await coin(request, token)).toBe('999.21')

  await goto(page, '/pages/InterestTreasure/order')
  await main(page)
    .getByRole('tab', { name: en('status.interest.inCustody') })
    .click()
  await expect(main(page)).toContainText(en('interest.emptyFiltered'))
  await main(page)
    .getByRole('tab', { name: en('status.interest.cancelled') })
    .click()
  await expect(main(page)).toContainText(en('interest.emptyFiltered'))
  await main(page)
    .getByRole('tab', { name: en('status.interest.redeemed') })
    .click()
  await expect(main(page)).toContainText('Monthly saver')
  expect((await axe(page)).violations).toEqual([])
})

test('cancelled during the review', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await satisfyGuards(request, token)
  const id = await buy(request, token, { project: 'monthly', amount: '200' })
  await storeSettings(page, { token })
  await goto(page, `${ORDER}?id=${id}`)
  await main(page)
    .getByRole('button', { name: en('interest.withdraw') })
    .click()
  await dialog(page)
    .getByRole('button', { name: en('interest.withdraw') })
    .click()
  await expect(main(page)).toContainText(en('interestReason.withdrawn'))
  expect(await coin(request, token)).toBe('1000')
})

test('an order without early redemption says so', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await satisfyGuards(request, token)
  const id = await buy(request, token, { project: 'yearly', amount: '100' })
  await advance(request, REVIEW_SECONDS)
  await storeSettings(page, { token })
  await goto(page, `${ORDER}?id=${id}`)
  await expect(main(page)).toContainText(en('interest.notEarly'))
  await expect(main(page).getByRole('button', { name: en('interest.redeem') })).toHaveCount(0)
})

test('refused below the minimum, above the balance, and by the review', LONG, async ({ page, request }) => {
  const token = await open(page, request, `${DETAIL}?id=monthly`)
  await type(page, '199.99')
  await submit(page).click()
  await expect(main(page)).toContainText(en('form.minimum', { min: '200' }))
  await field(page).fill('1000.01')
  await page.getByRole('button', { name: en('keypad.done') }).click()
  await expect(main(page)).toContainText(en('form.maximum', { max: '1,000' }))
  expect(await orders(request, token)).toEqual([])

  const id = await buy(request, token, { project: 'monthly', amount: '250.14' })
  await advance(request, REVIEW_SECONDS)
  await goto(page, `${ORDER}?id=${id}`)
  await expect(main(page)).toContainText(en('interestReason.fundsUnclear'))
  expect(await coin(request, token)).toBe('1000')
  await goto(page, `${DETAIL}?id=half-year`)
  await expect(submit(page)).toBeDisabled()
})

test('pressed twice: one order', LONG, async ({ page, request }) => {
  const token = await open(page, request, `${DETAIL}?id=weekly`)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/project/order')) sent.push(request.headers()['idempotency-key'] ?? '')
  })
  await type(page, '100')
  await submit(page).dblclick()
  await expect(dialog(page)).toHaveCount(1)
  await yes(page).dblclick()
  await password(page)
  await expect(page).toHaveURL(/orderDetail\?id=/)
  expect(new Set(sent.filter((key) => key !== '')).size).toBe(1)
  expect(await orders(request, token)).toEqual([{ amount: '100', status: 0 }])
})
