import type { APIRequestContext, Page } from '@playwright/test'
import { verify } from '../kit/accessRules.ts'
import { LONG } from '../kit/long.ts'
import { axe } from '../kit/axe.ts'
import { bend } from '../kit/products.ts'
import { QUOTE_SECONDS } from '../kit/net/server.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import { dialog, goto, main, settled } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { post } from '../kit/flows/withdraw.ts'
import { createTextOf, en } from '../kit/texts.ts'
import { advance } from '../kit/time.ts'
import { expectRefusal, expectToast } from '../kit/toasts.ts'

const SEND = '**/api/wallet/flashAgainst'
const QUOTE = '**/api/wallet/flash_quote'

/** Coin balances of a mode, by currency. */
async function coins(request: APIRequestContext, token: string, mode = 'real'): Promise<Record<string, string>> {
  const reply = await request.post('/api/wallet/list', {
    headers: { authorization: token },
    data: { lang: 'en', mode, kind: 'coin' },
  })
  const { data } = (await reply.json()) as { data: { rows: { currency: string; balance: string }[] } }
  return Object.fromEntries(data.rows.map(({ currency, balance }) => [currency, balance]))
}

async function open(
  page: Page,
  request: APIRequestContext,
  stored: { lang?: string; theme?: 'dark' | 'light' } = {},
): Promise<string> {
  const { token } = await registerUser(request)
  await verify(request, token)
  await storeSettings(page, { token, ...stored })
  await page.goto('/h5/#/pages/flash/index')
  await settled(page)
  return token
}

const field = (page: Page, t = en) => page.getByRole('textbox', { name: t('flash.pay') })
const ask = (page: Page, t = en) => main(page).getByRole('button', { name: t('flash.quote'), exact: true })
const exchange = (page: Page, t = en) =>
  main(page).getByRole('button', { name: new RegExp(`^${t('flash.submit')} \\d`) })
const yes = (page: Page, t = en) => dialog(page).getByRole('button', { name: t('flash.submit'), exact: true })
/** Amount and currency are kept on one line. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
/** The confirmation opens with the answer to a request: a press right after is dropped as a double tap. */
async function agree(page: Page): Promise<void> {
  await expect(yes(page)).toBeVisible()
  await waitForTapGuard(page)
  await yes(page).click()
}
const records = (page: Page) => expect(page).toHaveURL(/#\/pages\/flash\/order/)

async function quote(page: Page, amount: string, t = en): Promise<void> {
  await field(page, t).fill(amount)
  await page.getByRole('button', { name: t('keypad.done') }).click()
  await ask(page, t).click()
  await expect(exchange(page, t)).toBeVisible()
}

/** Collects the exchange requests and their keys. */
function sentBy(page: Page): { key: string; body: Record<string, string> }[] {
  const sent: { key: string; body: Record<string, string> }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/wallet/flashAgainst'))
      sent.push({
        key: request.headers()['idempotency-key'] ?? 'none',
        body: request.postDataJSON() as Record<string, string>,
      })
  })
  return sent
}

test('from Assets: quoted, confirmed and done, with its record', async ({ page, request }) => {
  const { token } = await registerUser(request)
  await verify(request, token)
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/assets/index')
  await page.getByRole('button', { name: en('flash.title'), exact: true }).click()
  await settled(page)
  await expect(main(page)).toContainText('1,000.00 USDT')
  const sent = sentBy(page)
  await quote(page, '100')
  expect((await axe(page)).violations).toEqual([])
  await exchange(page).click()
  for (const shown of ['100.00 USDT', 'BTC', en('account.real')]) await expect(dialog(page)).toContainText(shown)
  const shown = plain(await dialog(page).innerText())
  expect((await axe(page)).violations).toEqual([])
  await agree(page)
  await expectToast(page, en('success.exchanged'))
  await records(page)
  await expect(main(page)).toContainText(en('flash.way', { from: 'USDT', to: 'BTC' }))
  expect(sent).toHaveLength(1)
  expect(shown).toContain(`${sent[0]?.body.receive} BTC`)
  expect(await coins(request, token)).toEqual({ USDT: '900', BTC: sent[0]?.body.receive })
  expect((await axe(page)).violations).toEqual([])
})

test(
  'an expired rate is reported, quoted again, and sent only after a second confirmation',
  LONG,
  async ({ page, request }) => {
    const token = await open(page, request)
    const sent = sentBy(page)
    await quote(page, '100')
    await exchange(page).click()
    await expect(dialog(page)).toBeVisible()
    // Past the rate’s expiry while the request is on its way.
    await page.route(
      SEND,
      async (route) => {
        await advance(request, 2 * QUOTE_SECONDS)
        await route.continue()
      },
      { times: 1 },
    )
    await agree(page)
    await expectToast(page, en('error.quoteExpired'))
    expect(await coins(request, token)).toEqual({ USDT: '1000' })
    await expect(dialog(page)).toHaveCount(0)
    await waitForTapGuard(page)
    await exchange(page).click()
    await agree(page)
    await records(page)
    expect(new Set(sent.map(({ body }) => body.quote)).size).toBe(2)
    expect((await coins(request, token)).USDT).toBe('900')
  },
)

test('a confirm counts down, and is renewed when its rate has run out', LONG, async ({ page, request }) => {
  test.slow()
  const token = await open(page, request)
  const sent = sentBy(page)
  await quote(page, '100')
  await bend(page, 'wallet/flash_quote', () => ({ lasts: 10 }))
  await exchange(page).click()
  await expect(dialog(page)).toContainText(en('ui.offerLeft', { seconds: '' }).trim().split(' ')[0] ?? '')
  const renew = dialog(page).getByRole('button', { name: en('ui.offerRenew'), exact: true })
  await expect(renew).toBeVisible()
  await expect(yes(page)).toHaveCount(0)
  const renewed = page.waitForResponse(QUOTE)
  await renew.click()
  await renewed
  await agree(page)
  await records(page)
  expect(sent).toHaveLength(1)
  expect((await coins(request, token)).USDT).toBe('900')
})

test('the focus stays on a button of the offer when its rate is renewed', LONG, async ({ page, request }) => {
  await page.clock.install()
  await open(page, request)
  let quotes = 0
  await page.route(QUOTE, async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { data: object }
    quotes += 1
    await route.fulfill({ response, json: { ...reply, data: { ...reply.data, lasts: 600, fee: `0.0000${quotes}` } } })
  })
  await quote(page, '100')
  await expect(main(page)).toContainText('0.00001 BTC')
  await exchange(page).focus()
  await page.clock.fastForward(601_000)
  await expect(main(page)).toContainText('0.00002 BTC')
  await expect(exchange(page)).toBeFocused()
})

test('two taps make one exchange', LONG, async ({ page, request }) => {
  const token = await open(page, request)
  const sent = sentBy(page)
  await page.route(SEND, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue()
  })
  await quote(page, '10')
  await exchange(page).dblclick()
  await expect(dialog(page)).toHaveCount(1)
  await expect(yes(page)).toBeVisible()
  await waitForTapGuard(page)
  await yes(page).dblclick()
  await records(page)
  expect(sent).toHaveLength(1)
  expect((await coins(request, token)).USDT).toBe('990')
})

test('the other way round, by the received amount, in another currency', LONG, async ({ page, request }) => {
  const token = await open(page, request)
  await quote(page, '500')
  await exchange(page).click()
  await agree(page)
  await records(page)
  const { BTC = '0' } = await coins(request, token)
  await page.goto('/h5/#/pages/flash/index')
  await settled(page)
  // The decimals of the price of BTC/USDT, trailing zeros included.
  await expect(main(page)).toContainText(/1 BTC ≈ [\d,]+\.\d{2} USDT/)
  await page.getByRole('button', { name: en('flash.swap') }).click()
  await page.getByRole('radio', { name: en('flash.sideReceive') }).check()
  const receive = page.getByRole('textbox', { name: en('flash.receive') })
  await receive.fill('50')
  await page.getByRole('button', { name: en('keypad.done') }).click()
  await ask(page).click()
  await expect(main(page)).toContainText(/1 BTC = [\d,]+\.\d{2} USDT/)
  await exchange(page).click()
  await expect(dialog(page)).toContainText('50.00 USDT')
  await agree(page)
  await records(page)
  await expect(main(page)).toContainText(/1 BTC = [\d,]+\.\d{2} USDT/)
  const balanceAfter = await coins(request, token)
  expect(balanceAfter.USDT).toBe('550')
  expect(Number(balanceAfter.BTC)).toBeLessThan(Number(BTC))
})

test('another currency is found by its name in the user’s language', LONG, async ({ page, request }) => {
  const de = createTextOf('de')
  await open(page, request, { lang: 'de', theme: 'light' })
  await main(page).getByRole('button', { name: /BTC/ }).first().click()
  await page.getByRole('searchbox').fill('doge')
  await page.getByRole('radio', { name: 'DOGE' }).click()
  await expect(main(page)).toContainText('Dogecoin')
  await waitForTapGuard(page)
  await quote(page, '12,5', de)
  await expect(main(page)).toContainText('12,50 USDT')
})

test(
  'an amount below the minimum or above the balance is reported before a request is sent',
  LONG,
  async ({ page, request }) => {
    const token = await open(page, request)
    const sent = sentBy(page)
    for (const amount of ['9.99', '1000.01']) {
      await field(page).fill(amount)
      await page.getByRole('button', { name: en('keypad.done') }).click()
      await ask(page).click()
      await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
    }
    expect([sent, await coins(request, token)]).toEqual([[], { USDT: '1000' }])
  },
)

test('the demo account is marked wherever money is shown, and filled again', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/user/switchAccount')
  await settled(page)
  await expect(main(page)).toContainText('1,000.00')
  await page.getByRole('radio', { name: en('account.demo') }).click()
  await expectToast(page, en('success.set'))
  await expect(main(page)).toContainText('100,000.00')
  const mark = page.getByText(en('shell.demo'))
  for (const route of [
    'assets/index',
    'flash/index',
    'flash/order',
    'assets/transfer',
    'user/index',
    'user/switchAccount',
  ]) {
    await page.goto(`/h5/#/pages/${route}`)
    await settled(page)
    await expect(mark, route).toBeVisible()
  }
  const refill = main(page).getByRole('button', { name: en('account.refill') })
  const confirmRefill = dialog(page).getByRole('button', { name: en('account.refill') })
  await refill.click()
  await confirmRefill.click()
  await expectToast(page, en('error.refillNotNeeded'))
  await page.goto('/h5/#/pages/flash/index')
  await settled(page)
  await quote(page, '50000')
  await exchange(page).click()
  await expect(dialog(page)).toContainText(en('account.demo'))
  await agree(page)
  await records(page)
  await page.goto('/h5/#/pages/user/switchAccount')
  await settled(page)
  await refill.click()
  await confirmRefill.click()
  await expectToast(page, en('success.refilled'))
  expect([(await coins(request, token, 'demo')).USDT, await coins(request, token)]).toEqual([
    '100000',
    { USDT: '1000' },
  ])
  await page.getByRole('radio', { name: en('account.real') }).click()
  await expect(mark).toHaveCount(0)
})

test('no exchanges yet: an empty list with a link, in Arabic', LONG, async ({ page, request }) => {
  const ar = createTextOf('ar')
  const { token } = await registerUser(request)
  await verify(request, token)
  await storeSettings(page, { token, lang: 'ar' })
  await page.goto('/h5/#/pages/flash/order')
  await expect(main(page)).toContainText(ar('flash.empty'))
  await main(page)
    .getByRole('button', { name: ar('flash.title') })
    .click()
  await settled(page)
  await quote(page, '١٠٠', ar)
  await expect(main(page)).toContainText('100.00')
  expect((await axe(page)).violations).toEqual([])
})

test('without a verified name: the rates, what is missing, and the demo account', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/flash/index')
  await settled(page)
  await expect(main(page)).toContainText(/1 BTC ≈ [\d,]+\.\d{2} USDT/)
  await expect(main(page)).toContainText(en('trade.verifyFirst'))
  await expect(ask(page)).toHaveCount(0)
  expect((await axe(page)).violations).toEqual([])
  const button = (name: string) => main(page).getByRole('button', { name, exact: true })
  await button(en('identity.title')).click()
  await expect(page).toHaveURL(/user\/primaryAuth/)
  await page.goBack()
  await button(en('trade.useDemo')).click()
  await quote(page, '50000')
  await exchange(page).click()
  await agree(page)
  await records(page)
  expect((await coins(request, token, 'demo')).USDT).toBe('50000')
})

test(
  'an address that names a currency without an offer opens the exchange of USDT',
  LONG,
  async ({ page, request }) => {
    const { token } = await registerUser(request)
    await verify(request, token)
    await storeSettings(page, { token })
    await page.goto('/h5/#/pages/flash/index?from=EUR')
    await settled(page)
    await expect(main(page)).toContainText(/1 BTC ≈ [\d,]+\.\d{2} USDT/)
    const cell = (currency: string) =>
      main(page)
        .getByRole('button', { name: new RegExp(currency) })
        .first()
    await cell('BTC').click()
    await page.getByRole('radio', { name: 'USDT' }).click()
    await waitForTapGuard(page)
    await expect(main(page)).toContainText(/1 BTC ≈ [\d,]+\.\d{2} USDT/)
    await page.getByRole('button', { name: en('flash.swap') }).click()
    await quote(page, '100')
    await expect(exchange(page)).toHaveAccessibleName(/BTC/)
  },
)

test('a refused rate is reported with its reason, not as expired', LONG, async ({ page, request }) => {
  await open(page, request)
  await quote(page, '100')
  const reason = en('error.tooManyRequests', { seconds: '7' })
  await page.route(QUOTE, (route) =>
    route.fulfill({
      json: { type: 'error', code: 'tooManyRequests', message: reason, params: { seconds: 7 }, data: null },
    }),
  )
  await exchange(page).click()
  await expectToast(page, reason)
  await expect(ask(page)).toBeVisible()
  await expect(main(page)).not.toContainText(en('flash.over'))
})

test('an own limit that is used up is named in place of the offer', LONG, async ({ page, request }) => {
  const token = await open(page, request)
  await post(request, token, 'safe/limit_set', { kind: 'loss', period: 'week', maximum: '0' })
  await quote(page, '100')
  await exchange(page).click()
  await agree(page)
  await expectRefusal(page, en('error.ownLossWeekLimit', { maximum: '0', left: '0', currency: 'USDT' }))
  await expect(ask(page)).toBeVisible()
  expect((await axe(page)).violations).toEqual([])
})

test('on a break USDT cannot be exchanged, and can be received', LONG, async ({ page, request }) => {
  const token = await open(page, request)
  await quote(page, '100')
  await exchange(page).click()
  await agree(page)
  await records(page)
  await post(request, token, 'safe/pause', { length: 'hours24' })
  await page.reload()
  await goto(page, '/pages/flash/index')
  await expect(main(page)).toContainText(en('pause.now'))
  await expect(ask(page)).toBeDisabled()
  await page.getByRole('button', { name: en('flash.swap') }).click()
  await expect(main(page)).not.toContainText(en('pause.now'))
  await quote(page, '0.0001')
  await exchange(page).click()
  await agree(page)
  await records(page)
})
