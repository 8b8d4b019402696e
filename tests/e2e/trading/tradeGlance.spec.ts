import type { Locator, Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { axe } from '../kit/axe.ts'
import { leveraged, openLever } from '../kit/flows/lever.ts'
import { PRODUCTS, open } from '../kit/products.ts'
import { goto, settled, dialog, main } from '../kit/screen.ts'
import { BOUGHT, info, orders, spotTrader } from '../kit/flows/spot.ts'
import { expect, test } from '../kit/test.ts'
import { createTextOf, en } from '../kit/texts.ts'
import { storeSettings } from '../kit/flows/user.ts'
import { post } from '../kit/flows/withdraw.ts'
import { expectToast } from '../kit/toasts.ts'

/** The tab of positions or orders of a product, with its count. */
const TAB: Record<string, RegExp> = {
  spot: new RegExp(`^${en('lever.ordersOf', { total: '\\d' }).replace('(', '\\(').replace(')', '\\)')}$`),
  leverage: new RegExp(`^${en('lever.positionsOf', { total: '\\d' }).replace('(', '\\(').replace(')', '\\)')}$`),
  seconds: new RegExp(`^${en('seconds.runningOf', { total: '\\d' }).replace('(', '\\(').replace(')', '\\)')}$`),
}

/** Upper and lower edge of an element. */
async function edgesOf(element: Locator): Promise<{ top: number; bottom: number }> {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not on the page.')
  return { top: box.y, bottom: box.y + box.height }
}

const sendButton = (page: Page, send: RegExp) => main(page).locator('form').getByRole('button', { name: send })
const appTabs = (page: Page) => page.getByRole('navigation', { name: en('shell.tabs') })
const quantity = (page: Page) => main(page).getByRole('textbox', { name: en('spot.quantity'), exact: true })

for (const product of PRODUCTS) {
  test(
    `${product.name}: chart, field and button are on one screen, the tabs with a count below the ticket`,
    LONG,
    async ({ page, request }) => {
      const { token } = await product.who(request)
      await storeSettings(page, { token })
      await open(page, product)
      const tabs = await edgesOf(appTabs(page))
      const button = await edgesOf(sendButton(page, product.send))
      const mine = await edgesOf(main(page).getByRole('tab', { name: TAB[product.name] ?? /^$/ }))
      const chart = await edgesOf(main(page).getByRole('figure').first())
      const field = await edgesOf(main(page).getByRole('textbox', { name: product.field, exact: true }))
      expect(chart.top).toBeGreaterThan(0)
      expect(field.top).toBeGreaterThanOrEqual(chart.bottom)
      expect(mine.top).toBeGreaterThanOrEqual(field.bottom)
      const form = await edgesOf(main(page).locator('form'))
      expect(mine.top).toBeGreaterThanOrEqual(form.bottom)
      expect(tabs.top).toBeGreaterThanOrEqual(button.bottom)
    },
  )

  test(
    `${product.name}: the button is in view above the keypad, at the end of the page and on a small phone`,
    LONG,
    async ({ page, request }) => {
      const { token } = await product.who(request)
      await storeSettings(page, { token })
      await open(page, product)
      const button = sendButton(page, product.send)
      await main(page).getByRole('textbox', { name: product.field, exact: true }).click()
      const keypad = page.getByRole('group', { name: en('keypad.label') })
      await expect(keypad).toBeVisible()
      await expect.poll(async () => (await edgesOf(button)).bottom - (await edgesOf(keypad)).top).toBeLessThanOrEqual(0)
      await page.getByRole('button', { name: en('keypad.done') }).click()
      await main(page)
        .locator('[data-scroll]')
        .first()
        .evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight))
      for (const size of [
        { width: 390, height: 844 },
        { width: 320, height: 568 },
      ]) {
        await page.setViewportSize(size)
        await expect
          .poll(async () => (await edgesOf(appTabs(page))).top - (await edgesOf(button)).bottom, `at ${size.width}`)
          .toBeGreaterThanOrEqual(0)
        expect((await edgesOf(button)).top).toBeGreaterThan(size.height / 2)
      }
    },
  )
}

test('all tabs of the market panel are in view in languages of any length', LONG, async ({ page }) => {
  await goto(page, '/pages/index/index')
  for (const lang of ['en', 'de', 'fr', 'ar']) {
    await page.evaluate((chosen) => localStorage.setItem('placard.lang', chosen), lang)
    await page.reload()
    for (const route of ['/pages/trade/index', '/pages/contract/index']) {
      await goto(page, route)
      const tabs = main(page)
        .getByRole('tablist', { name: createTextOf(lang)('trade.panel') })
        .getByRole('tab')
      await expect(tabs).toHaveCount(4)
      for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 })
    }
  }
})

test('a position is below the tab with the count of positions', LONG, async ({ page, request }) => {
  const { token } = await leveraged(request)
  await openLever(request, token)
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/contract/index?symbol=BTCUSDT')
  await settled(page)
  await main(page)
    .getByRole('tab', { name: en('lever.positionsOf', { total: '1' }) })
    .click()
  const close = main(page).getByRole('button', { name: new RegExp(`^${en('lever.close')} BTC`) })
  await close.scrollIntoViewIfNeeded()
  await expect.poll(async () => (await edgesOf(close)).bottom).toBeLessThan(700)
})

test(
  'a folded chart stays folded after a reload, and gives its height to the ticket',
  LONG,
  async ({ page, request }) => {
    const { token } = await spotTrader(request)
    await storeSettings(page, { token })
    await page.goto('/h5/#/pages/trade/index?symbol=BTCUSDT')
    await settled(page)
    const before = (await edgesOf(quantity(page))).top
    await main(page)
      .getByRole('button', { name: en('chart.fold') })
      .click()
    await expect(main(page).getByRole('figure')).toHaveCount(0)
    expect((await edgesOf(quantity(page))).top).toBeLessThan(before - 100)
    await page.reload()
    await settled(page)
    await expect(main(page).getByRole('figure')).toHaveCount(0)
    await main(page)
      .getByRole('button', { name: en('chart.unfold') })
      .click()
    await expect(main(page).getByRole('figure')).toHaveCount(1)
  },
)

test('the chart says that it shows the latest orders, and loads the others', LONG, async ({ page, request }) => {
  const { token } = await spotTrader(request)
  const { bid } = await info(request, token)
  const orderCount = 21
  for (let index = 0; index < orderCount; index += 1) {
    const price = (Number(bid) * (0.95 - index / 1000)).toFixed(2)
    const order = { mode: 'real', symbol: 'BTCUSDT', side: 'buy', kind: 'limit', quantity: '0.0001', price }
    await post(request, token, 'coin/trade', order, { 'idempotency-key': `e2e-latest-${token.slice(0, 12)}-${index}` })
  }
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/trade/index?symbol=BTCUSDT')
  await settled(page)
  const lines = main(page)
    .getByRole('list', { name: en('ui.chartLines') })
    .getByRole('listitem')
  await expect(lines).toHaveCount(20)
  await expect(main(page)).toContainText(en('chart.latestLines', { number: '20' }))
  await main(page)
    .getByRole('button', { name: en('chart.moreLines') })
    .click()
  await expect(lines).toHaveCount(orderCount)
  await expect(main(page).getByRole('button', { name: en('chart.moreLines') })).toHaveCount(0)
})

test('an amount entered in USDT buys no more than it pays for', LONG, async ({ page, request }) => {
  const { token } = await spotTrader(request)
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/trade/index?symbol=BTCUSDT')
  await settled(page)
  await main(page)
    .getByRole('button', { name: new RegExp(en('form.enterIn', { unit: 'USDT' })) })
    .click()
  await quantity(page).fill('100')
  await expect(main(page).getByText(/≈ 0\.000\d+ BTC =/)).toBeVisible()
  expect((await axe(page)).violations).toEqual([])
  await page.getByRole('button', { name: en('keypad.done') }).click()
  await sendButton(page, new RegExp(en('spot.do.buy', { coin: 'BTC' }))).click()
  await dialog(page)
    .getByRole('button', { name: en('spot.do.buy', { coin: 'BTC' }) })
    .click()
  await expectToast(page, BOUGHT)
  const [order] = await orders(request, token)
  // Converted at the price shown, which moves by less than a hundredth meanwhile.
  expect(Number(order?.amount)).toBeLessThan(101)
  expect(Number(order?.amount)).toBeGreaterThan(97)
  await page.reload()
  await settled(page)
  await expect(main(page).getByRole('button', { name: new RegExp(en('form.enterIn', { unit: 'BTC' })) })).toBeVisible()
})

test(
  'a limit above the market says in the ticket and in the confirmation that it is filled at once',
  LONG,
  async ({ page, request }) => {
    const { token } = await spotTrader(request)
    await storeSettings(page, { token })
    await page.goto('/h5/#/pages/trade/index?symbol=BTCUSDT')
    await settled(page)
    await main(page)
      .locator('label')
      .filter({ hasText: new RegExp(`^${en('spot.kind.limit')}$`) })
      .click()
    const atOnce = new RegExp(en('spot.confirmAtOnce', { price: '[\\d,.]+' }))
    const limit = (Number((await info(request, token)).ask) * 1.1).toFixed(2)
    await main(page)
      .getByRole('textbox', { name: en('spot.limit') })
      .fill(limit)
    await page.getByRole('button', { name: en('keypad.done') }).click()
    await quantity(page).fill('0.001')
    await page.getByRole('button', { name: en('keypad.done') }).click()
    await expect(main(page).getByText(atOnce)).toBeVisible()
    await sendButton(page, new RegExp(en('spot.do.buy', { coin: 'BTC' }))).click()
    await expect(dialog(page).getByText(atOnce)).toBeVisible()
  },
)

test('a running contract is beside a chart of ticks', LONG, async ({ page, request }) => {
  const product = PRODUCTS.find(({ name }) => name === 'seconds')
  if (!product) throw new Error('There are no seconds contracts.')
  const { token } = await product.who(request)
  await storeSettings(page, { token })
  const asked = page.waitForRequest(/currency\/whkdata\?.*interval=1s/)
  await open(page, product)
  await asked
  await expect(main(page).getByRole('figure').first().locator('canvas')).toHaveCount(2)
})

test.describe('the full chart', () => {
  const figure = (page: Page) => page.locator('main:visible figure').first()

  test.beforeEach(async ({ page }) => {
    await storeSettings(page, {})
    await goto(page, '/pages/kline/index?symbol=BTCUSDT')
    await expect(figure(page).locator('canvas')).toHaveCount(2)
  })

  test('on its side fills the screen, and is back by the back button', LONG, async ({ page }) => {
    // The turn itself begins it.
    await page.setViewportSize({ width: 844, height: 390 })
    await expect
      .poll(async () => {
        const box = await figure(page).locator('canvas').last().boundingBox()
        return box && box.y >= 0 && box.width > 830 && box.height > 300 && box.y + box.height <= 391
      })
      .toBe(true)
    expect((await axe(page)).violations).toEqual([])
    await page.goBack()
    await expect(page.getByRole('button', { name: en('ui.chartFull') })).toBeVisible()
    await expect(page).toHaveURL(/kline\/index/)
  })

  test('is used by the keyboard: keys are shown, candles are read out, F fills the screen', LONG, async ({ page }) => {
    const slider = page.getByRole('slider')
    await slider.focus()
    await page.keyboard.press('ArrowLeft')
    const first = await slider.getAttribute('aria-valuetext')
    await page.keyboard.press('ArrowLeft')
    await expect(slider).not.toHaveAttribute('aria-valuetext', first ?? '')
    await expect(page.locator('[data-readout]')).toBeVisible()
    await expect(page.getByText(en('ui.chartHint'))).toBeVisible()
    await page.keyboard.press('f')
    await expect(page.getByRole('button', { name: en('ui.chartFullEnd') })).toBeVisible()
    await expect(slider).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-readout]')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: en('ui.chartFull') })).toBeVisible()
  })

  test('of ticks is chosen, read out and filled by the keyboard', LONG, async ({ page }) => {
    const asked = page.waitForRequest(/currency\/whkdata\?.*interval=1s/)
    await page.getByRole('button', { name: en('chart.allIntervals'), exact: true }).press('Enter')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${en('chart.interval.1s')} `) })
      .press('Enter')
    await asked
    await settled(page)
    const slider = page.getByRole('slider')
    await slider.focus()
    await page.keyboard.press('ArrowLeft')
    const first = await slider.getAttribute('aria-valuetext')
    expect(first).toMatch(/\d:\d\d:\d\d/)
    await page.keyboard.press('ArrowLeft')
    await expect(slider).not.toHaveAttribute('aria-valuetext', first ?? '')
    await page.keyboard.press('f')
    await expect(page.getByRole('button', { name: en('ui.chartFullEnd') })).toBeVisible()
  })

  test('keeps periods and colours of its indicators on the device', LONG, async ({ page }) => {
    await page.getByRole('button', { name: en('chart.indicators') }).click()
    const sheet = page.getByRole('dialog')
    const name = en('chart.curve.ma1')
    const period = sheet.getByRole('slider', { name: en('chart.periodOf', { curve: name }) })
    await period.fill('9')
    await sheet
      .getByRole('radiogroup', { name: en('chart.colorOf', { curve: name }) })
      .getByRole('radio', { name: en('chart.color.curve-pink') })
      .check({ force: true })
    expect((await axe(page)).violations).toEqual([])
    const stored = () => page.evaluate(() => localStorage.getItem('placard.chartCurves'))
    await expect.poll(stored).toContain('{"id":"ma1","period":9,"color":"curve-pink"}')
    await page.reload()
    await settled(page)
    await page.getByRole('button', { name: en('chart.indicators') }).click()
    await expect(period).toHaveValue('9')
  })
})
