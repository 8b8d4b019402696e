import { axe } from './kit/axe.ts'
import { goto } from './kit/screen.ts'
import { waitForTapGuard } from './kit/tapGuard.ts'
import { expect, test } from './kit/test.ts'
import { en, main } from './kit/transfer.ts'

test('the market is sorted by its headings, and each tab keeps its place', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 640 })
  await goto(page, '/pages/market/index')
  expect((await axe(page)).violations).toEqual([])
  const heading = (text: string) => main(page).getByRole('button', { name: new RegExp(`^${en(text)}`) })
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
  await sort('trade.volume')
  await expect(main(page).getByRole('listitem').first()).toContainText(/[\d,]{6,} [A-Z]{3}/)
  await sort('trade.volume')
  await sort('trade.volume')

  const area = main(page).locator('[data-scroll]').first()
  const place = () => area.evaluate((element) => element.scrollTop)
  await area.evaluate((element) => element.scrollTo(0, 400))
  await main(page)
    .getByRole('tab', { name: en('market.forex') })
    .click()
  const top = await place()
  expect(top).toBeLessThan(200)
  await area.evaluate((element) => element.scrollTo(0, 150))
  await main(page)
    .getByRole('tab', { name: en('market.crypto') })
    .click()
  await expect.poll(place).toBe(400)
  await main(page)
    .getByRole('tab', { name: en('market.forex') })
    .click()
  await expect.poll(place).toBe(150)
})
