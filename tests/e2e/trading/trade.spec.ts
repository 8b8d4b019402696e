import type { APIRequestContext, Page } from '@playwright/test'
import type { Price } from '../../../src/engine/language/values/units.ts'
import { LONG } from '../kit/long.ts'
import { axe } from '../kit/axe.ts'
import { settled, dialog, main } from '../kit/screen.ts'
import { above, beforeRise, BOUGHT, info, orders, PLACED, secondsUntil, spotTrader } from '../kit/flows/spot.ts'
import { keysOf, loseAnswers } from '../kit/flows/submit.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import { allowConsoleErrors, expect, test } from '../kit/test.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { createTextOf, en } from '../kit/texts.ts'
import { advance } from '../kit/time.ts'
import { expectToast } from '../kit/toasts.ts'

const SEND = 'coin/trade'
/** The number of automatic tries of the app. */
const TRIES = 3

async function open(
  page: Page,
  request: APIRequestContext,
  stored: { lang?: string; theme?: 'dark' | 'light' } = {},
): Promise<string> {
  const { token } = await spotTrader(request)
  await storeSettings(page, { token, ...stored })
  await page.goto('/h5/#/pages/trade/index?symbol=BTCUSDT')
  await settled(page)
  return token
}

const choose = (page: Page, name: string) =>
  main(page)
    .locator('label')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .click()
const field = (page: Page, name: string) => main(page).getByRole('textbox', { name })

async function fill(page: Page, name: string, value: string, t = en): Promise<void> {
  // An amount field reads key by key, so existing text would be read together with the new one.
  await field(page, name).fill('')
  await field(page, name).fill(value)
  await page.getByRole('button', { name: t('keypad.done') }).click()
}

const submit = (page: Page, side: 'buy' | 'sell' = 'buy', t = en) =>
  main(page)
    .locator('form')
    .getByRole('button', { name: t(`spot.do.${side}`, { coin: 'BTC' }) })
const yes = (page: Page, side: 'buy' | 'sell' = 'buy', t = en) =>
  dialog(page).getByRole('button', { name: t(`spot.do.${side}`, { coin: 'BTC' }) })

/** The best bid of the book beside the ticket. */
async function shownBid(page: Page): Promise<number> {
  const best = main(page)
    .getByRole('grid', { name: en('book.buyers') })
    .getByRole('row')
    .nth(1)
  return Number(await best.getAttribute('data-price'))
}

async function market(page: Page, quantity: string): Promise<void> {
  await fill(page, en('spot.quantity'), quantity)
  await submit(page).click()
  await expect(dialog(page)).toBeVisible()
}

test('buy at the market: quote, confirm, filled, and the record is there', async ({ page, request }) => {
  const token = await open(page, request)
  await expect(main(page)).toContainText('1,000.00 USDT')
  expect((await axe(page)).violations).toEqual([])
  await market(page, '0.002')
  for (const shown of ['0.002 BTC', '0.001998', en('account.real')]) await expect(dialog(page)).toContainText(shown)
  expect((await axe(page)).violations).toEqual([])
  await yes(page).click()
  await expectToast(page, BOUGHT)
  const [order] = await orders(request, token)
  expect(order).toMatchObject({ side: 'buy', kind: 'market', quantity: '0.002', status: 1 })
  expect((await info(request, token)).coins).toBe('0.001998')
  await main(page)
    .getByRole('tab', { name: en('spot.history') })
    .click()
  await main(page)
    .getByRole('button', { name: new RegExp(`${en('spot.side.buy')} BTC/USDT`) })
    .first()
    .click()
  await expect(page).toHaveURL(/#\/pages\/receipt\/index\?kind=spotOrder/)
  await expect(main(page)).toContainText(en('receipt.action.executed'))
  await expect(main(page)).toContainText('0.001998')
  expect((await axe(page)).violations).toEqual([])
})

test('a limit order waits until it is cancelled or its price is reached', LONG, async ({ page, request }) => {
  const token = await open(page, request)
  await market(page, '0.004')
  await yes(page).click()
  await expectToast(page, BOUGHT)
  const place = async (percent: number): Promise<Price> => {
    await choose(page, en('spot.side.sell'))
    await choose(page, en('spot.kind.limit'))
    const { bid, coins } = await info(request, token)
    // The ticket receives the coins of a deal or of a cancelled order a moment later; until then it may refuse the quantity.
    await expect(main(page)).toContainText(`${coins} BTC`)
    // The ticket checks a limit against its known price, and receives the price after a clock change a moment later.
    await expect.poll(async () => Math.abs((await shownBid(page)) / Number(bid) - 1)).toBeLessThan(0.001)
    const limit = above(bid, percent)
    await fill(page, en('spot.limit'), limit)
    await fill(page, en('spot.quantity'), '0.001')
    await submit(page, 'sell').click()
    await yes(page, 'sell').click()
    await expectToast(page, PLACED)
    return limit
  }
  await place(3)
  const cancel = main(page).getByRole('button', { name: new RegExp(en('spot.cancel')) })
  await expect(cancel).toHaveCount(1)
  expect((await orders(request, token))[0]).toMatchObject({ status: 0, held: '0.001' })
  expect((await axe(page)).violations).toEqual([])
  await cancel.click()
  await expect(dialog(page)).toContainText('0.001 BTC')
  await dialog(page)
    .getByRole('button', { name: en('spot.cancel') })
    .click()
  await expectToast(page, en('success.orderCancelled'))
  await expect(main(page)).toContainText(en('spot.noneOpen'))
  expect((await info(request, token)).coins).toBe('0.003996')
  await beforeRise(request, token, 0.4)
  const limit = await place(0.3)
  const [waiting] = await orders(request, token)
  await advance(request, secondsUntil(limit, waiting?.time ?? 0))
  await expect.poll(async () => (await orders(request, token))[0]?.status).toBe(1)
  const [filled] = await orders(request, token)
  expect(filled?.status).toBe(1)
  expect(Number(filled?.dealPrice)).toBeGreaterThanOrEqual(Number(filled?.price))
  await expect(main(page)).toContainText(en('spot.noneOpen'))
  await main(page)
    .getByRole('button', { name: new RegExp(en('history.title')) })
    .click()
  await expect(page).toHaveURL(/#\/pages\/trade\/order$/)
  await settled(page)
  await expect(main(page).getByRole('button', { name: /BTC\/USDT/ })).toHaveCount(3)
  await main(page)
    .getByRole('button', { name: en('history.state') })
    .click()
  await dialog(page)
    .getByRole('radio', { name: en('history.state.open') })
    .click()
  await expect(main(page)).toContainText(en('history.emptyFiltered'))
  expect((await axe(page)).violations).toEqual([])
})

test('zero and more than the balance are reported before a request is sent', LONG, async ({ page, request }) => {
  const token = await open(page, request)
  const keys = keysOf(page, SEND)
  for (const quantity of ['99', '0']) {
    await fill(page, en('spot.quantity'), quantity)
    await submit(page).click()
    await expect(field(page, en('spot.quantity')), quantity).toHaveAttribute('aria-invalid', 'true')
  }
  expect([keys, await orders(request, token)]).toEqual([[], []])
})

test(
  'answers that stay lost: the user is notified, and nothing else is sent before the outcome of the order is known',
  LONG,
  async ({ page, request, pageErrors }) => {
    const token = await open(page, request)
    await loseAnswers(page, SEND, TRIES)
    await market(page, '0.001')
    await yes(page).click()
    await expect(main(page).getByText(en('spot.unsure'))).toBeVisible()
    await submit(page).click()
    await expect(dialog(page)).toBeVisible()
    await yes(page).click()
    await expectToast(page, en('error.earlierDone'))
    expect(await orders(request, token)).toHaveLength(1)
    allowConsoleErrors(pageErrors)
  },
)

test('a price that has moved too far is reported, and the order is not dealt', async ({ page, request }) => {
  const token = await open(page, request)
  // The price shown to the user is much lower than the current ask.
  await page.route('**/api/coin/quote*', async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { data: { price: string } }
    await route.fulfill({
      response: reply,
      json: { ...body, data: { ...body.data, price: (Number(body.data.price) * 0.98).toFixed(2) } },
    })
  })
  await market(page, '0.001')
  await yes(page).click()
  await expectToast(page, en('error.priceChanged'))
  await expect(main(page)).toContainText(en('spot.changed'))
  expect(await orders(request, token)).toEqual([])
})

/** Opens the ticket in Arabic for a user without a verified name. */
async function openUnverified(page: Page, request: APIRequestContext): Promise<void> {
  const { token } = await registerUser(request)
  await storeSettings(page, { token, lang: 'ar', theme: 'light' })
  await page.goto('/h5/#/pages/trade/index')
  await settled(page)
}

test('another pair is found by its name, in Arabic', LONG, async ({ page, request }) => {
  await openUnverified(page, request)
  await main(page)
    .getByRole('button', { name: /BTC\/USDT/ })
    .first()
    .click()
  await page.getByRole('searchbox').fill('SOL')
  await waitForTapGuard(page)
  await dialog(page)
    .getByRole('button', { name: /^SOL\/USDT/ })
    .click()
  await expect(page).toHaveURL(/symbol=SOLUSDT/)
  await settled(page)
  expect((await axe(page)).violations).toEqual([])
})

test('a user without a verified name is led to the verification, in Arabic', LONG, async ({ page, request }) => {
  const ar = createTextOf('ar')
  await openUnverified(page, request)
  await expect(main(page)).toContainText(ar('spot.verify'))
  await main(page)
    .getByRole('button', { name: ar('identity.title') })
    .click()
  await expect(page).toHaveURL(/primaryAuth/)
})
