import type { APIRequestContext, Page } from '@playwright/test'
import { later, verify } from './kit/gates.ts'
import { leveraged } from './kit/lever.ts'
import { liveLine, turn } from './kit/line.ts'
import { settled } from './kit/screen.ts'
import { activate, trader } from './kit/seconds.ts'
import { expect, test } from './kit/test.ts'
import { dialog, en, forgive, main } from './kit/transfer.ts'
import { join, prepare } from './kit/user.ts'

const FRESH_WITHIN_MS = 1500

interface Ticket {
  name: string
  screen: string
  /** Somebody who can trade there. */
  who: (request: APIRequestContext) => Promise<{ token: string }>
  field: string
  amount: string
  send: RegExp
  quote: string
}

const TICKETS: readonly Ticket[] = [
  {
    name: 'spot', screen: 'trade/index?symbol=BTCUSDT', field: en('spot.quantity'), amount: '0.001', send: new RegExp(en('spot.do.buy', { coin: 'BTC' })), quote: '**/api/coin/quote*',
    async who(request) {
      const member = await join(request)
      await verify(request, member.token)
      return member
    },
  },
  {
    name: 'seconds', screen: 'trade/index?kind=seconds&symbol=BTCUSDT', field: en('seconds.stake'), amount: '20', send: new RegExp(`^${en('seconds.side.long')}`), quote: '**/api/microtrade/quote*',
    async who(request) {
      const member = await trader(request)
      await activate(request, member.token)
      return member
    },
  },
  {
    name: 'leverage', screen: 'contract/index?symbol=BTCUSDT', field: en('lever.lots'), amount: '0.01', send: new RegExp(`^${en('lever.side.long')} BTC`), quote: '**/api/lever/quote*',
    who: (request) => leveraged(request),
  },
]

const old = (page: Page) => main(page).getByText(en('trade.stale'))
/** The price at the head of the screen. */
const price = (page: Page) => main(page).locator('[data-direction]').first()

for (const { name, screen, who, field, amount, send, quote } of TICKETS) {
  test(`${name}: the ticket says that prices are old, sending asks for the price again, and back from the background it is fresh`, async ({ page, request, trouble }) => {
    const { token } = await who(request)
    const line = await liveLine(page)
    await prepare(page, { token })
    await page.goto(`/h5/#/pages/${screen}`)
    await settled(page)
    await expect(price(page)).toBeVisible()
    await expect(old(page)).toHaveCount(0)
    await turn(page, 'hidden')
    await line.cut()
    await expect(old(page)).toBeVisible()
    const before = await price(page).innerText()
    await later(request, 3600)

    await main(page).getByRole('textbox', { name: field }).fill(amount)
    await page.getByRole('button', { name: en('keypad.done') }).click()
    const asked = page.waitForRequest(quote)
    await main(page).getByRole('button', { name: send }).last().click()
    await asked
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')

    line.mend()
    const start = performance.now()
    await turn(page, 'visible')
    await expect(price(page)).not.toHaveText(before, { timeout: FRESH_WITHIN_MS })
    await expect(old(page)).toHaveCount(0, { timeout: FRESH_WITHIN_MS })
    expect(performance.now() - start).toBeLessThan(FRESH_WITHIN_MS)
    forgive(trouble)
  })
}
