import type { Request } from '@playwright/test'
import { LONG } from './kit/long.ts'
import { waitForTapGuard } from './kit/tapGuard.ts'
import { axe } from './kit/axe.ts'
import { PRODUCTS, agree, ask, bend, open, type Quote } from './kit/products.ts'
import { expect, test } from './kit/test.ts'
import { storeSettings } from './kit/user.ts'
import { dialog } from './kit/screen.ts'
import { en } from './kit/texts.ts'

const below = ({ price }: Quote) => (Number(price) * 0.99).toFixed(2)
const priceIn = (request: Request) => (request.postDataJSON() as { price: string }).price

for (const product of PRODUCTS) {
  const { name, call, quote, who, count } = product

  test(
    `${name}: the sheet reports a price that has moved or expired, shows a new one, and sends the shown one`,
    LONG,
    async ({ page, request }) => {
      const { token } = await who(request)
      await storeSettings(page, { token })
      await open(page, product)
      const renew = dialog(page).getByRole('button', { name: en('ui.offerRenew'), exact: true })
      // As if the price had risen since: this one would have been the highest.
      await bend(page, quote, (given) => ({ worst: below(given), highest: below(given) }))
      await ask(page, product)
      await expect(dialog(page)).toContainText(en('ui.offerMoved'))
      await expect(agree(page, product)).toHaveCount(0)
      expect((await axe(page)).violations).toEqual([])

      await bend(page, quote, () => ({ lasts: 1 }))
      await renew.click()
      await expect(dialog(page)).toContainText(en('ui.offerOld'))
      await expect(agree(page, product)).toHaveCount(0)

      const { given } = await bend(page, quote)
      await renew.click()
      const { price } = await given
      await waitForTapGuard(page)
      const [sent] = await Promise.all([page.waitForRequest(`**/api/${call}`), agree(page, product).click()])
      expect(priceIn(sent)).toBe(price)
      await expect.poll(() => count(request, token)).toBe(1)
    },
  )
}
