import type { Locator, Page } from '@playwright/test'
import { axe } from '../kit/axe.ts'
import { fund } from '../kit/flows/seconds.ts'
import { leveraged, openLever, trades } from '../kit/flows/lever.ts'
import { above, BOUGHT, info, orders, spotTrader } from '../kit/flows/spot.ts'
import { keysOf } from '../kit/flows/submit.ts'
import { storeSettings } from '../kit/flows/user.ts'
import { dialog, goto, main } from '../kit/screen.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import { allowConsoleErrors, expect, test } from '../kit/test.ts'
import { en } from '../kit/texts.ts'
import { advance } from '../kit/time.ts'
import { expectToast } from '../kit/toasts.ts'

const WARNING = en('trade.oneTap', { quantity: '' }).trim()

/** Opens a screen as a user who has switched one-tap orders on. */
async function open(page: Page, token: string, address: string): Promise<void> {
  await storeSettings(page, { token })
  await page.addInitScript(() => localStorage.setItem('placard.oneTap', 'true'))
  await goto(page, address)
}

const field = (page: Page, key: string): Locator => main(page).getByRole('textbox', { name: new RegExp(`^${en(key)}`) })

/** Enters an amount. */
async function enter(page: Page, key: string, amount: string): Promise<void> {
  await field(page, key).fill(amount)
  await page.keyboard.press('Escape')
}

const choose = (page: Page, key: string): Promise<void> =>
  main(page)
    .getByRole('radio', { name: en(key), exact: true })
    .first()
    .evaluate((radio: HTMLElement) => radio.click())

const button = (page: Page): Locator => main(page).locator('form button[type="submit"]').first()

/** Waits for the next refreshed figures: the ones after them are seconds away. */
const refreshed = (page: Page, call: string) =>
  page.waitForResponse((response) => response.url().includes(`/api/${call}`))

test('a market purchase is booked at the figures beside its button, without a question', async ({ page, request }) => {
  const { token } = await spotTrader(request)
  await open(page, token, '/pages/trade/index?symbol=BTCUSDT')
  await enter(page, 'spot.quantity', '0.00137')
  await expect(main(page)).toContainText(`${WARNING} 0.00137 BTC`)
  expect((await axe(page)).violations).toEqual([])
  const keys = keysOf(page, 'coin/trade')
  await refreshed(page, 'coin/quote')
  await button(page).dblclick()
  await expectToast(page, BOUGHT)
  await expect(dialog(page)).toHaveCount(0)
  expect(keys).toHaveLength(1)
  expect((await orders(request, token)).map(({ quantity, status }) => [quantity, status])).toEqual([['0.00137', 1]])
})

test('a limit order is placed without a question, and one that is filled at once is asked for', async ({
  page,
  request,
}) => {
  const { token } = await spotTrader(request)
  const { bid, ask } = await info(request, token)
  await open(page, token, '/pages/trade/index?symbol=BTCUSDT')
  await choose(page, 'spot.kind.limit')
  await enter(page, 'spot.limit', above(ask, 5))
  await enter(page, 'spot.quantity', '0.00137')
  await button(page).click()
  await expect(dialog(page)).toBeVisible()
  await expect(main(page)).not.toContainText(WARNING)
  await dialog(page)
    .getByRole('button', { name: en('ui.cancel'), exact: true })
    .click()
  await enter(page, 'spot.limit', above(bid, -5))
  await expect(main(page)).toContainText(WARNING)
  await button(page).click()
  await expect.poll(async () => (await orders(request, token)).map(({ status }) => status)).toEqual([0])
  await expect(dialog(page)).toHaveCount(0)
})

test('a leveraged position is opened without a question, unless it has stops', async ({ page, request }) => {
  const { token } = await leveraged(request)
  await fund(request, token)
  await open(page, token, '/pages/contract/index?symbol=BTCUSDT')
  await enter(page, 'lever.size', '0.01')
  await expect(main(page)).toContainText(WARNING)
  expect((await axe(page)).violations).toEqual([])
  await refreshed(page, 'lever/quote')
  await button(page).click()
  await expect.poll(async () => (await trades(request, token)).positions.map(({ lots }) => lots)).toEqual(['0.01'])
  await expect(dialog(page)).toHaveCount(0)
  // The server has the position before the app has the answer, which empties the form.
  await expect(field(page, 'lever.size')).toHaveValue('')

  const { bid } = await info(request, token)
  await enter(page, 'lever.size', '0.01')
  await enter(page, 'lever.stopLoss', above(bid, -2))
  await expect(main(page)).not.toContainText(WARNING)
  // A second press within this time counts as one of a double press.
  await waitForTapGuard(page)
  await button(page).click()
  await expect(dialog(page)).toBeVisible()
})

test('a size typed while the answer of an order is on its way stays', async ({ page, request }) => {
  const { token } = await leveraged(request)
  await open(page, token, '/pages/contract/index?symbol=BTCUSDT')
  await enter(page, 'lever.size', '0.01')
  await expect(main(page)).toContainText(WARNING)
  let answer = (): void => undefined
  const typed = new Promise<void>((resume) => {
    answer = resume
  })
  await page.route('**/api/lever/submit', async (route) => {
    const response = await route.fetch()
    await typed
    await route.fulfill({ response })
  })
  await refreshed(page, 'lever/quote')
  await button(page).click()
  await expect.poll(async () => (await trades(request, token)).positions.length).toBe(1)
  await enter(page, 'lever.size', '0.02')
  answer()
  await expectToast(page, en('lever.opened', { quantity: `${en('lever.side.long')} 0.01 BTC`, price: '' }).trim())
  await expect(button(page)).not.toHaveAttribute('aria-busy', 'true')
  await expect(field(page, 'lever.size')).toHaveValue('0.02')
})

test('half of a position is closed by two presses', async ({ page, request }) => {
  const { token } = await leveraged(request)
  await openLever(request, token, { lots: '0.02' })
  await open(page, token, '/pages/contract/index?symbol=BTCUSDT')
  await main(page)
    .getByRole('button', { name: new RegExp(`^50% ${en('lever.close')}`) })
    .click()
  await dialog(page)
    .getByRole('button', { name: `${en('lever.close')} 0.01 BTC` })
    .click()
  await expect.poll(async () => (await trades(request, token)).positions.map(({ lots }) => lots)).toEqual(['0.01'])
})

test('a price that has left the tolerance since it was shown is asked for', async ({ page, request, pageErrors }) => {
  const { token } = await leveraged(request)
  await open(page, token, '/pages/contract/index?symbol=BTCUSDT')
  await enter(page, 'lever.size', '0.01')
  await expect(main(page)).toContainText(WARNING)
  // The figures stay the old ones: only the quote of the press, which has a price, reaches the server.
  await page.route('**/api/lever/quote', async (route) => {
    const { price } = route.request().postDataJSON() as { price?: string | null }
    await (price ? route.continue() : route.abort())
  })
  const price = async () => Number((await info(request, token)).bid)
  const shown = await price()
  do await advance(request, 86_400)
  while (Math.abs((await price()) / shown - 1) < 0.02)
  await button(page).click()
  await expect(dialog(page)).toBeVisible()
  expect((await trades(request, token)).positions).toEqual([])
  allowConsoleErrors(pageErrors)
})
