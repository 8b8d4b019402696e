import type { Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { measureReturn, controlLiveConnection, setVisibility } from '../kit/net/liveConnection.ts'
import { PRODUCTS, ask, open } from '../kit/products.ts'
import { allowConsoleErrors, expect, test } from '../kit/test.ts'
import { storeSettings } from '../kit/flows/user.ts'
import { advance } from '../kit/time.ts'
import { en } from '../kit/texts.ts'
import { main } from '../kit/screen.ts'

const FRESH_WITHIN_MS = 1500
const PRICE = '[data-direction]'

const old = (page: Page) => page.getByText(en('shell.liveStale'))
/** The price at the head of the screen. */
const price = (page: Page) => main(page).locator(PRICE).first()

for (const product of PRODUCTS) {
  const { name, who, quote } = product

  test(
    `${name}: one mark says that prices are old and moves nothing, sending requests the price again, and a return from the background refreshes it`,
    LONG,
    async ({ page, request, pageErrors }) => {
      const { token } = await who(request)
      const line = await controlLiveConnection(page)
      await storeSettings(page, { token })
      await open(page, product)
      await expect(price(page)).toBeVisible()
      await expect(old(page)).toHaveCount(0)
      await setVisibility(page, 'hidden')
      const place = async () => (await price(page).boundingBox())?.y
      const steady = await place()
      await line.cut()
      await expect(old(page)).toBeVisible()
      await expect(old(page)).toHaveCount(1)
      expect(await place()).toBe(steady)
      const before = await price(page).innerText()
      await advance(request, 3600)

      const asked = page.waitForRequest(`**/api/${quote}*`)
      await ask(page, product)
      await asked
      await page.keyboard.press('Escape')

      line.restore()
      expect(await measureReturn(page, { price: PRICE, before, old: en('shell.liveStale') })).toBeLessThan(
        FRESH_WITHIN_MS,
      )
      await expect(old(page)).toHaveCount(0)
      allowConsoleErrors(pageErrors)
    },
  )
}
