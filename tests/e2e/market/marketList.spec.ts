import { axe } from '../kit/axe.ts'
import { LONG } from '../kit/long.ts'
import { goto, settled, main } from '../kit/screen.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import { expect, test } from '../kit/test.ts'
import { createTextOf, en } from '../kit/texts.ts'
import { advance, timeOf } from '../kit/time.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'

test('the market is sorted by its headings, and each tab keeps its place', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 640 })
  await goto(page, '/pages/market/index')
  expect((await axe(page)).violations).toEqual([])
  const heads = main(page).getByRole('group', { name: en('market.sort') })
  const heading = (text: string) => heads.getByRole('button', { name: new RegExp(`^${en(text)}`) })
  const sort = async (text: string) => {
    await waitForTapGuard(page)
    await heading(text).click()
  }
  const first = async () => (await main(page).getByRole('listitem').first().innerText()).split('\n')[0] ?? ''

  const normal = await first()
  await sort('market.pair')
  await expect.poll(first).toContain('AVAX')
  await sort('market.pair')
  await expect.poll(first).toContain('XRP')
  await sort('market.pair')
  await expect.poll(first).toBe(normal)
  await sort('market.turnover')
  await expect(main(page).getByRole('listitem').first()).toContainText(/[\d.]+[BM] ·/)
  await expect(heading('market.turnover')).toHaveAttribute('aria-pressed', 'true')
  await sort('market.price')
  await expect.poll(first).toContain('BTC')
  await sort('market.price')
  await expect(main(page).getByRole('listitem').first()).toContainText('DOGE')
  await sort('market.price')

  const area = main(page).locator('[data-scroll]').first()
  const place = () => area.evaluate((element) => element.scrollTop)
  await area.evaluate((element) => element.scrollTo(0, 300))
  await main(page)
    .getByRole('tab', { name: en('market.forex') })
    .click()
  const top = await place()
  expect(top).toBeLessThan(200)
  await area.evaluate((element) => element.scrollTo(0, 100))
  await main(page)
    .getByRole('tab', { name: en('market.crypto') })
    .click()
  await expect.poll(place).toBe(300)
  await main(page)
    .getByRole('tab', { name: en('market.forex') })
    .click()
  await expect.poll(place).toBe(100)
})

test('a search goes through all instruments, and a tab narrows what is found', async ({ page }) => {
  await goto(page, '/pages/market/index')
  const rows = main(page).getByRole('listitem')
  const tab = (key: string) => main(page).getByRole('tab', { name: en(key), exact: true })
  await expect(tab('market.crypto')).toHaveAttribute('aria-selected', 'true')
  await main(page).getByRole('searchbox').fill('usd')
  await expect(tab('market.all')).toHaveAttribute('aria-selected', 'true')
  await expect(rows.filter({ hasText: 'EUR/USD' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'BTC/USDT' })).toHaveCount(1)
  await tab('market.forex').click()
  await expect(rows.filter({ hasText: 'BTC/USDT' })).toHaveCount(0)
  await expect(rows.filter({ hasText: 'EUR/USD' })).toHaveCount(1)
  await expect(main(page).getByRole('searchbox')).toHaveValue('usd')
})

test('words in any order find an instrument, which is proposed at the next search', async ({ page }) => {
  await goto(page, '/pages/index/index')
  await main(page)
    .getByRole('button', { name: en('market.search'), exact: true })
    .click()
  const search = main(page).getByRole('searchbox')
  await expect(search).toBeFocused()
  await search.fill('usd eur')
  await expect(main(page).getByRole('listitem')).toHaveCount(1)
  await search.fill('gold')
  await expect(main(page).getByRole('listitem').first()).toContainText('XAU/USD')
  await waitForTapGuard(page)
  await main(page)
    .getByRole('button', { name: /^XAU\/USD/ })
    .click()
  await expect(page).toHaveURL(/whdetail\/index\?symbol=XAUUSD/)
  await goto(page, '/pages/market/index')
  await search.fill('')
  await search.focus()
  const recent = main(page).getByRole('list', { name: en('market.recent') })
  await expect(recent.getByRole('listitem')).toHaveText(/XAU\/USD/)
  await search.fill('zzz')
  await expect(main(page).getByText(en('market.noneFound'))).toBeVisible()
  await expect(recent.getByRole('listitem')).toHaveCount(1)
})

test('the enter key opens the first hit, in whose name what was typed is marked', async ({ page }) => {
  await goto(page, '/pages/market/index')
  const search = main(page).getByRole('searchbox')
  await search.fill('ether')
  const first = main(page).getByRole('listitem').first()
  await expect(first.locator('mark')).toHaveText('Ether')
  await search.press('Enter')
  await expect(page).toHaveURL(/whdetail\/index\?symbol=ETHUSDT/)
})

test('an empty watchlist proposes what is traded most, and eleven rows fit', async ({ page }) => {
  await goto(page, '/pages/market/index')
  const height = page.viewportSize()?.height ?? 0
  // Above the screen is the strip of the sandbox.
  const start = (await main(page).boundingBox())?.y ?? 0
  const top = (await main(page).getByRole('listitem').first().boundingBox())?.y ?? height
  expect((top - start) / height).toBeLessThan(0.21)
  const bar = (await page.getByRole('navigation').boundingBox())?.y ?? 0
  const eleventh = await main(page).getByRole('listitem').nth(10).boundingBox()
  expect((eleventh?.y ?? height) + (eleventh?.height ?? 0)).toBeLessThanOrEqual(bar)
  await main(page)
    .getByRole('tab', { name: en('market.watch'), exact: true })
    .click()
  await expect(
    main(page)
      .getByRole('list', { name: en('market.proposed') })
      .getByRole('listitem'),
  ).toHaveCount(6)
})

test(
  'a starred instrument is on top, on another device of the user too',
  LONG,
  async ({ page, request, browser, baseURL }) => {
    const { token } = await registerUser(request)
    await storeSettings(page, { token })
    await goto(page, '/pages/market/index')
    const first = main(page).getByRole('listitem').first()
    await expect(first).not.toContainText('SOL/')
    const saved = page.waitForResponse((response) => response.request().method() === 'POST' && response.ok())
    await main(page)
      .getByRole('button', { name: en('market.watchToggle', { name: 'Solana' }) })
      .click()
    await saved
    await expect(first).toContainText('SOL/')
    const other = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
    const otherPage = await other.newPage()
    await storeSettings(otherPage, { token })
    await otherPage.goto('/h5/#/pages/market/index')
    await settled(otherPage)
    await expect(main(otherPage).getByRole('listitem').first()).toContainText('SOL/')
    await other.close()
  },
)

for (const lang of ['en', 'ar'])
  test(
    `${lang}: names take one line, prices are aligned, a closed market has a quiet mark`,
    LONG,
    async ({ page, request }) => {
      await storeSettings(page, { lang })
      // To a Saturday at noon, when forex is closed.
      const now = new Date((await timeOf(request)) * 1000)
      const hours = (6 - now.getUTCDay()) * 24 + 12 - now.getUTCHours()
      await advance(request, (hours > 0 ? hours : hours + 7 * 24) * 3600)
      await goto(page, '/pages/market/index')
      await main(page)
        .getByRole('tab', { name: createTextOf(lang)('market.all'), exact: true })
        .click()
      await settled(page)
      const rows = await main(page)
        .getByRole('listitem')
        .evaluateAll((items) =>
          items.map((item) => {
            const texts = [...item.querySelectorAll('p, span, bdi, div')].filter(
              (element) => element.childElementCount === 0 && /^\P{L}*%\P{L}*$/u.test(element.textContent ?? ''),
            )
            const boxes = texts.map((text) => (text.closest('bdi') ?? text).getBoundingClientRect())
            const end = document.dir === 'rtl' ? Math.min : Math.max
            const edges = boxes.map(({ left, right }) => (document.dir === 'rtl' ? left : right))
            return {
              height: item.getBoundingClientRect().height,
              end: Math.round(end(...edges)),
            }
          }),
        )
      expect(rows.length).toBeGreaterThan(5)
      const heights = rows.map(({ height }) => height)
      // The last row has no divider.
      expect(Math.max(...heights) - Math.min(...heights), 'heights').toBeLessThanOrEqual(2)
      const ends = rows.map(({ end }) => end)
      // Glyphs are placed at fractions of a pixel.
      expect(Math.max(...ends) - Math.min(...ends), 'ends of the columns').toBeLessThanOrEqual(1)
      await main(page)
        .getByRole('tab', { name: createTextOf(lang)('market.forex'), exact: true })
        .click()
      await settled(page)
      await expect(main(page).getByRole('listitem').first()).toContainText(createTextOf(lang)('market.closed'))
    },
  )
