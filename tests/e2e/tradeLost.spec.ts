import type { APIRequestContext, Page } from '@playwright/test'
import { leveraged, trades } from './kit/lever.ts'
import { settled } from './kit/screen.ts'
import { activate, trader } from './kit/seconds.ts'
import { expect, test } from './kit/test.ts'
import { dialog, en, forgive, main, toast } from './kit/transfer.ts'
import { prepare } from './kit/user.ts'

const pad = (page: Page) => page.getByRole('button', { name: en('keypad.done') })

interface Product {
  name: string
  send: string
  open: (page: Page, request: APIRequestContext) => Promise<string>
  /** Fills the ticket in, sends it and agrees. */
  order: (page: Page) => Promise<void>
  count: (request: APIRequestContext, token: string) => Promise<number>
}

const PRODUCTS: readonly Product[] = [
  {
    name: 'leverage', send: '**/api/lever/submit',
    async open(page, request) {
      const { token } = await leveraged(request)
      await prepare(page, { token })
      await page.goto('/h5/#/pages/contract/index?symbol=BTCUSDT')
      await settled(page)
      return token
    },
    async order(page) {
      await main(page).getByRole('textbox', { name: en('lever.lots') }).fill('0.01')
      await pad(page).click()
      await main(page).getByRole('button', { name: `${en('lever.side.long')} BTC`, exact: true }).click()
      await dialog(page).getByRole('button', { name: en('spot.confirm'), exact: true }).click()
    },
    count: async (request, token) => (await trades(request, token)).positions.length,
  },
  {
    name: 'seconds', send: '**/api/microtrade/submit',
    async open(page, request) {
      const { token } = await trader(request)
      await activate(request, token)
      await prepare(page, { token })
      await page.goto('/h5/#/pages/trade/index?kind=seconds&symbol=BTCUSDT')
      await settled(page)
      return token
    },
    async order(page) {
      await main(page).getByRole('textbox', { name: en('seconds.stake'), exact: true }).fill('50')
      await pad(page).click()
      await main(page).getByRole('button', { name: new RegExp(`^${en('seconds.side.long')}`) }).click()
      await dialog(page).getByRole('button', { name: en('seconds.buyLong'), exact: true }).click()
    },
    async count(request, token) {
      const reply = await request.get('/api/microtrade/lists?lang=en&mode=real', { headers: { authorization: token } })
      return ((await reply.json()) as { data: { rows: unknown[] } }).data.rows.length
    },
  },
]

for (const { name, send, open, order, count } of PRODUCTS) {
  test(`${name}: an answer that is lost is asked for again, and it is one order`, async ({ page, request, trouble }) => {
    const token = await open(page, request)
    const keys: string[] = []
    await page.route(send, async (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? 'none')
      if (keys.length > 1) return await route.continue()
      await route.fetch()
      await route.abort()
    })
    await order(page)
    await expect.poll(() => keys.length).toBe(2)
    await expect(dialog(page)).toHaveCount(0)
    await settled(page)
    expect([new Set(keys).size, await count(request, token)]).toEqual([1, 1])
    forgive(trouble)
  })

  for (const arrived of [true, false]) {
    test(`${name}: a reload in the middle tells that the order ${arrived ? 'was placed' : 'was not, and never will be'}`, async ({ page, request, trouble }) => {
      const token = await open(page, request)
      let caught: () => void
      const sent = new Promise<void>((resolve) => (caught = resolve))
      await page.route(
        send,
        async (route) => {
          if (arrived) await route.fetch()
          caught()
        },
        { times: 1 },
      )
      await order(page)
      await sent
      await page.reload()
      await toast(page, arrived ? en('shell.moneyDone', { what: en('success.orderPlaced') }) : en('shell.moneyUndone'))
      await settled(page)
      expect(await count(request, token)).toBe(arrived ? 1 : 0)
      forgive(trouble)
    })
  }
}
