import type { Request } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import { axe } from '../kit/axe.ts'
import { PRODUCTS, agree, ask, bend, open, type Quote } from '../kit/products.ts'
import { expect, test } from '../kit/test.ts'
import { storeSettings } from '../kit/flows/user.ts'
import { trades } from '../kit/flows/lever.ts'
import { dialog, main } from '../kit/screen.ts'
import { info, orders } from '../kit/flows/spot.ts'
import { en } from '../kit/texts.ts'
import { expectToast } from '../kit/toasts.ts'

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

for (const product of PRODUCTS.filter(({ name }) => name !== 'seconds')) {
  const { name, quote, who } = product

  for (const kind of ['market', 'limit'] as const)
    test(
      `${name}: terms that change during the confirmation of a ${kind} order end it with a message; an old quote is renewed`,
      LONG,
      async ({ page, request }) => {
        const { token } = await who(request)
        await storeSettings(page, { token })
        await open(page, product)
        if (kind === 'limit') {
          await main(page)
            .locator('label')
            .filter({ hasText: new RegExp(`^${en('spot.kind.limit')}$`) })
            .click()
          const { bid } = await info(request, token)
          await main(page)
            .getByRole('textbox', { name: en('spot.limit'), exact: true })
            .fill((Number(bid) * 0.9).toFixed(2))
          await page.getByRole('button', { name: en('keypad.done') }).click()
        }
        const booked = async () => {
          const { positions, orders: pending } = await trades(request, token)
          return [...(await orders(request, token)), ...positions, ...pending]
        }
        await bend(page, quote, () => ({ terms: 'others' }))
        await ask(page, product)
        await waitForTapGuard(page)
        await agree(page, product).click()
        await expectToast(page, en('error.quoteExpired'))
        await expect(dialog(page)).toHaveCount(0)
        expect(await booked()).toEqual([])

        await bend(page, quote, () => ({ lasts: 1 }))
        await ask(page, product)
        await expect(dialog(page)).toContainText(en('ui.offerOld'))
        await expect(agree(page, product)).toHaveCount(0)
        await dialog(page)
          .getByRole('button', { name: en('ui.offerRenew'), exact: true })
          .click()
        await waitForTapGuard(page)
        await agree(page, product).click()
        await expect.poll(async () => (await booked()).length).toBe(1)
      },
    )
}
