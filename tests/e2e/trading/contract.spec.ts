import type { APIRequestContext, Page } from '@playwright/test'
import { asPrice } from '../../../src/engine/language/values/decimal.ts'
import { LONG } from '../kit/long.ts'
import { axe } from '../kit/axe.ts'
import { verify } from '../kit/accessRules.ts'
import { leveraged, openLever, trades } from '../kit/flows/lever.ts'
import { settled, dialog, main } from '../kit/screen.ts'
import { above, info } from '../kit/flows/spot.ts'
import { expect, test } from '../kit/test.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { createTextOf, en } from '../kit/texts.ts'
import { advance } from '../kit/time.ts'
import { expectToast } from '../kit/toasts.ts'

type Words = typeof en

async function open(
  page: Page,
  token: string,
  stored: { lang?: string; theme?: 'dark' | 'light' } = {},
): Promise<void> {
  await storeSettings(page, { token, ...stored })
  await page.goto('/h5/#/pages/contract/index?symbol=BTCUSDT')
  await settled(page)
}

async function fill(page: Page, name: string, value: string, within = main(page)): Promise<void> {
  await within.getByRole('textbox', { name: new RegExp(`^${name}`) }).fill(value)
  await page.getByRole('button', { name: en('keypad.done') }).click()
}

const send = (page: Page) => main(page).getByRole('button', { name: `${en('lever.side.long')} BTC`, exact: true })
const yes = (page: Page, label: string) =>
  page.getByRole('alertdialog').getByRole('button', { name: label, exact: true })
const openPositions = (request: APIRequestContext, token: string) =>
  trades(request, token).then(({ positions }) => positions)

test('long at the market: quoted, confirmed, seen moving, stops set, closed in part and in full', async ({
  page,
  request,
}) => {
  const { token } = await leveraged(request)
  await open(page, token)
  expect((await axe(page)).violations).toEqual([])
  await main(page).getByRole('button', { name: '50×' }).click()
  await fill(page, en('lever.size'), '0.02')
  await expect(main(page)).toContainText(en('lever.breakEven'))
  await send(page).click()
  for (const label of ['lever.margin', 'lever.liquidation', 'lever.breakEven', 'flash.fee'])
    await expect(dialog(page)).toContainText(en(label))
  expect((await axe(page)).violations).toEqual([])
  await yes(page, `${en('lever.side.long')} BTC`).click()
  await expectToast(page, en('lever.opened', { quantity: `${en('lever.side.long')} 0.02 BTC`, price: '' }).trim())
  await expect(main(page)).toContainText(en('lever.positionsOf', { total: '1' }))
  const [position] = await openPositions(request, token)
  expect(position?.lots).toBe('0.02')

  const card = main(page).getByText(/^0\.02\sBTC · /)
  await expect(card).toBeVisible()
  await main(page)
    .getByRole('button', { name: new RegExp(`^${en('lever.stops')}`) })
    .click()
  const price = Number(position?.price)
  const sheet = page.getByRole('dialog')
  await fill(page, en('lever.takeProfit'), (price * 1.05).toFixed(2), sheet)
  await fill(page, en('lever.stopLoss'), (price * 0.99).toFixed(2), sheet)
  await sheet.getByRole('button', { name: `${en('lever.stops.save')} BTC/USDT` }).click()
  await expectToast(page, en('success.stopsSet'))
  expect((await openPositions(request, token))[0]).toMatchObject({
    takeProfit: (price * 1.05).toFixed(2),
    stopLoss: (price * 0.99).toFixed(2),
  })

  // The full chart draws the same lines.
  const before = page.url()
  await page.goto('/h5/#/pages/kline/index?symbol=BTCUSDT')
  for (const label of ['lever.side.long', 'lever.tp', 'lever.sl', 'lever.liq'])
    await expect(
      main(page)
        .locator('figure li')
        .filter({ hasText: new RegExp(`^(?:${en('ui.chartAdjust', { line: '' })})?${en(label)}.* · [\\d,.]+$`) }),
      label,
    ).toHaveCount(1)
  await expect(main(page).locator('figure canvas')).toHaveCount(2)
  expect((await axe(page)).violations).toEqual([])
  await page.goto(before)
  await settled(page)

  await main(page)
    .getByRole('button', { name: new RegExp(`^${en('lever.close')} BTC`) })
    .click()
  await fill(page, en('lever.size'), '0.01', sheet)
  for (const key of ['lever.now', 'lever.gross', 'lever.openFee', 'lever.partFee', 'lever.partResult'] as const)
    await expect(sheet).toContainText(en(key))
  const offered = await sheet.innerText()
  await expect.poll(() => sheet.innerText(), { message: 'the result follows the price' }).not.toBe(offered)
  await sheet.getByRole('button', { name: `${en('lever.close')} 0.01 BTC` }).click()
  await expectToast(page, /^0\.01\sBTC closed at [\d,.]+: [+−]?[\d.]+\sUSDT after fees$/)
  await expect.poll(async () => (await openPositions(request, token)).map(({ lots }) => lots)).toEqual(['0.01'])

  await main(page)
    .getByRole('button', { name: en('lever.closeAll'), exact: true })
    .click()
  await yes(page, en('lever.closeAll')).click()
  await expect(main(page)).toContainText(en('lever.nonePositions'))
  expect((await trades(request, token)).rows.map(({ lots }) => lots)).toEqual(['0.01', '0.01'])
})

/** Profit of the one position in the account, the list and the chart, read at one moment. */
function profits([account, card]: [account: string, card: string]): string[] {
  const amount = (text: string) =>
    (/[+−-]?[\d.,]+(?=\s*USDT)/.exec(text)?.[0] ?? `nothing in ${text}`).replace('+', '').replace('−', '-')
  const after = (root: Element | null, label: string) =>
    amount((root as HTMLElement | null)?.innerText.split(label)[1] ?? '')
  const main = [...document.querySelectorAll('main')].find((element) => element.checkVisibility()) ?? null
  const listed = main?.querySelector(`button[aria-label*="${card}"]`)?.parentElement?.innerText ?? ''
  return [
    after(main, account),
    amount(listed),
    amount((main?.querySelector('figure li') as HTMLElement | null)?.textContent ?? ''),
  ]
}

test(
  'profit and loss are one number in the account, the list and on the chart, and it moves',
  LONG,
  async ({ page, request }) => {
    const { token } = await leveraged(request)
    await openLever(request, token, { leverage: 50, lots: '0.05' })
    await open(page, token)
    const seen = new Set<string>()
    const readPosition = async () => {
      const profitTexts = await page.evaluate(profits, [
        en('assets.floating'),
        `${en('lever.side.long')} BTC/USDT 0.05`,
      ] as [string, string])
      expect(new Set(profitTexts).size, profitTexts.join(', ')).toBe(1)
      seen.add(profitTexts[0] ?? '')
      return seen.size
    }
    await expect.poll(readPosition).toBeGreaterThan(2)
    await advance(request, 3600)
    await page.waitForTimeout(1_500)
    const before = seen.size
    await expect.poll(readPosition).toBeGreaterThan(before)
  },
)

/** Opens the screen of a user with a large position in either direction; returns the token. */
async function openWithPositions(page: Page, request: APIRequestContext): Promise<string> {
  const { token } = await leveraged(request)
  await openLever(request, token, { lots: '0.1', leverage: 100 })
  await openLever(request, token, { lots: '0.1', leverage: 100, side: 'short' })
  await open(page, token)
  return token
}

test('a waiting order can be cancelled', LONG, async ({ page, request }) => {
  const token = await openWithPositions(page, request)
  await main(page)
    .locator('label')
    .filter({ hasText: new RegExp(`^${en('spot.kind.limit')}$`) })
    .click()
  for (const [button, field] of [
    ['trade.ask', 'spot.limit'],
    ['keypad.max', 'lever.size'],
  ] as const) {
    await main(page)
      .getByRole('button', { name: new RegExp(`^${en(button)}`) })
      .click()
    await expect(main(page).getByRole('textbox', { name: new RegExp(`^${en(field)}`) })).toHaveValue(/[1-9]/)
  }
  const [position] = await openPositions(request, token)
  await fill(page, en('spot.limit'), above(asPrice(String(position?.price)), -20))
  await fill(page, en('lever.size'), '0.01')
  await send(page).click()
  await yes(page, `${en('lever.side.long')} BTC`).click()
  await expectToast(page, en('success.orderPlaced'))
  await main(page)
    .getByRole('tab', { name: en('lever.ordersOf', { total: '1' }) })
    .click()
  await main(page)
    .getByRole('button', { name: new RegExp(`^${en('spot.cancel')}`) })
    .click()
  await yes(page, en('spot.cancel')).click()
  await expectToast(page, en('success.orderCancelled'))
  await expect(main(page)).toContainText(en('lever.noneOrders'))
})

test('a matched order is filled, and a ruined position liquidated', LONG, async ({ page, request }) => {
  const token = await openWithPositions(page, request)
  await openLever(request, token, { kind: 'limit', price: above((await info(request, token)).bid, -0.1) })
  let { orders, rows } = await trades(request, token)
  // For either direction of the market.
  for (let day = 0; day < 20 && (orders.length > 0 || rows.length === 0); day += 1) {
    await advance(request, 86_400)
    ;({ orders, rows } = await trades(request, token))
  }
  expect([orders.length, rows.some(({ reason }) => reason === 'liquidation')]).toEqual([0, true])
  await page.goto('/h5/#/pages/contract/transactionRecords')
  await settled(page)
  await expect(main(page)).toContainText(en('lever.reason.liquidation'))
  expect((await axe(page)).violations).toEqual([])
})

for (const [lang, theme] of [
  ['en', 'light'],
  ['ar', 'dark'],
] as const) {
  test(`every screen of leverage is sound in ${lang}, ${theme}`, LONG, async ({ page, request }) => {
    const { token } = await leveraged(request)
    await openLever(request, token, { side: 'short' })
    await open(page, token, { lang, theme })
    const t: Words = createTextOf(lang)
    await expect(main(page)).toContainText(t('lever.side.short'))
    expect((await axe(page)).violations).toEqual([])
    for (const route of ['orderRecond', 'transactionRecords', 'info?symbol=USDJPY']) {
      await page.goto(`/h5/#/pages/contract/${route}`)
      await settled(page)
      expect((await axe(page)).violations, route).toEqual([])
    }
  })
}

test('an unverified user is led to verification, then to the risk agreement', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await open(page, token)
  const agreement = main(page).getByRole('button', { name: en('trade.activate') })
  await expect(main(page)).toContainText(en('lever.verify'))
  await expect(agreement).toHaveCount(0)
  await expect(send(page)).toHaveCount(0)
  await verify(request, token)
  await page.reload()
  await expect(agreement).toBeVisible()
})
