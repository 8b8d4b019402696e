import type { Locator, Page } from '@playwright/test'
import { leveraged, openLever } from '../kit/flows/lever.ts'
import { activate } from '../kit/flows/seconds.ts'
import { spotTrader } from '../kit/flows/spot.ts'
import { storeSettings } from '../kit/flows/user.ts'
import { LONG } from '../kit/long.ts'
import { main, settled, still } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { en } from '../kit/texts.ts'

/** Small phones, within the bars of their browsers. */
const SIZES = [
  { width: 320, height: 568 },
  { width: 375, height: 553 },
] as const

/** Whether every part of an element is in front of everything else. */
const isUncovered = (element: Locator): Promise<boolean> =>
  element.evaluate((shown) => {
    const { left, right, top, bottom } = shown.getBoundingClientRect()
    return [top + 1, (top + bottom) / 2, bottom - 1].every((y) => {
      const front = document.elementFromPoint((left + right) / 2, y)
      return front !== null && (shown.contains(front) || front.contains(shown))
    })
  })

/** Expects these elements to be in view together, above the keypad. */
async function expectTogether(page: Page, elements: Readonly<Record<string, Locator>>): Promise<void> {
  await expect(page.getByRole('group', { name: en('keypad.label') })).toBeVisible()
  await still(page, 100)
  for (const [name, element] of Object.entries(elements))
    await expect.poll(() => isUncovered(element), `${name} is in view`).toBe(true)
}

const box = (page: Page, key: string, within = main(page)) => within.getByRole('textbox', { name: en(key) }).first()
const choose = (page: Page, key: string) =>
  main(page)
    .locator('label')
    .filter({ hasText: new RegExp(`^${en(key)}$`) })
    .click()
const submit = (within: Locator) => within.locator('form button[type=submit]')

for (const size of SIZES) {
  test.describe(`at ${size.width} × ${size.height}`, () => {
    test.use({ viewport: size })

    test('the first field and the button of a ticket are in view at rest, below the folded chart', async ({
      page,
      request,
    }) => {
      const { token } = await leveraged(request)
      await activate(request, token, 'BTCUSDT', 'spot')
      await storeSettings(page, { token })
      for (const [address, key] of [
        ['trade/index?symbol=BTCUSDT', 'spot.quantity'],
        ['contract/index?symbol=BTCUSDT', 'lever.size'],
      ] as const) {
        await page.goto(`/h5/#/pages/${address}`)
        await settled(page)
        await expect(main(page).getByRole('button', { name: en('chart.unfold') })).toBeVisible()
        await expect.poll(() => isUncovered(box(page, key)), `${key} is in view`).toBe(true)
        await expect.poll(() => isUncovered(submit(main(page))), `the button is in view`).toBe(true)
      }
    })

    test(
      'spot limit: price, quantity, total and button are in view with the keypad',
      LONG,
      async ({ page, request }) => {
        const { token } = await spotTrader(request)
        await storeSettings(page, { token })
        await page.goto('/h5/#/pages/trade/index?symbol=BTCUSDT')
        await settled(page)
        await choose(page, 'spot.kind.limit')
        // The price of the side that waits is filled in.
        await expect(box(page, 'spot.limit')).toHaveValue(/^[\d,]+\.\d+$/)
        await box(page, 'spot.quantity').fill('0.001')
        await expectTogether(page, {
          price: box(page, 'spot.limit'),
          quantity: box(page, 'spot.quantity'),
          total: main(page).getByText(new RegExp(`^${en('spot.total')} ≈ [\\d.,]+\\sUSDT$`)),
          button: submit(main(page)),
        })
      },
    )

    test(
      'a position: stop, its result and button, lots, net result and button are in view with the keypad',
      LONG,
      async ({ page, request }) => {
        const { token } = await leveraged(request)
        await openLever(request, token)
        await storeSettings(page, { token })
        await page.goto('/h5/#/pages/contract/index?symbol=BTCUSDT')
        await settled(page)
        const sheet = page.getByRole('dialog')
        await main(page)
          .getByRole('button', { name: new RegExp(`^${en('lever.stops')}`) })
          .click()
        await sheet.getByRole('button', { name: /^[−-]25%/ }).click()
        await expect(box(page, 'lever.stopLoss', sheet)).toHaveValue(/\d/)
        await box(page, 'lever.stopLoss', sheet).click()
        await expectTogether(page, {
          stop: box(page, 'lever.stopLoss', sheet),
          result: sheet.getByText(en('lever.stops.loss')),
          button: submit(sheet),
        })
        await page.keyboard.press('Escape')
        await page.keyboard.press('Escape')
        await expect(sheet).toHaveCount(0)

        await main(page)
          .getByRole('button', { name: new RegExp(`^${en('lever.close')} BTC`) })
          .click()
        await box(page, 'lever.size', sheet).click()
        await expectTogether(page, {
          lots: box(page, 'lever.size', sheet),
          half: sheet.getByRole('button', { name: /^50%/ }),
          result: sheet.getByText(en('lever.partResult')),
          button: submit(sheet),
        })
        await expect(sheet.getByRole('button', { name: /^50%/ })).toHaveCount(1)
      },
    )
  })
}
