import type { APIRequestContext, Page } from '@playwright/test'
import { verify } from './kit/gates.ts'
import { leveraged, trades } from './kit/lever.ts'
import { settled } from './kit/screen.ts'
import { activate, trader } from './kit/seconds.ts'
import { orders } from './kit/spot.ts'
import { hold, keysOf, leaveOpen, loseAnswers } from './kit/submit.ts'
import { expect, test } from './kit/test.ts'
import { dialog, en, forgive, main, toast } from './kit/transfer.ts'
import { join, prepare } from './kit/user.ts'

interface Product {
  name: string
  screen: string
  call: string
  who: (request: APIRequestContext) => Promise<{ token: string }>
  /** Pressed on the ticket first. */
  first?: string
  field: string
  amount: string
  send: RegExp
  agree: string
  count: (request: APIRequestContext, token: string) => Promise<number>
}

const PRODUCTS: readonly Product[] = [
  {
    name: 'spot', screen: 'trade/index?symbol=BTCUSDT', call: 'coin/trade', field: en('spot.quantity'), amount: '0.001', send: new RegExp(en('spot.do.buy', { coin: 'BTC' })), agree: en('spot.confirm'),
    async who(request) {
      const member = await join(request)
      await verify(request, member.token)
      return member
    },
    count: async (request, token) => (await orders(request, token)).length,
  },
  {
    name: 'leverage', screen: 'contract/index?symbol=BTCUSDT', call: 'lever/submit', first: '50×', field: en('lever.lots'), amount: '0.01', send: new RegExp(`^${en('lever.side.long')} BTC`), agree: en('spot.confirm'),
    who: (request) => leveraged(request),
    count: async (request, token) => (await trades(request, token)).positions.length,
  },
  {
    name: 'seconds', screen: 'trade/index?kind=seconds&symbol=BTCUSDT', call: 'microtrade/submit', field: en('seconds.stake'), amount: '50', send: new RegExp(`^${en('seconds.side.long')}`), agree: en('seconds.buyLong'),
    async who(request) {
      const member = await trader(request)
      await activate(request, member.token)
      return member
    },
    async count(request, token) {
      const reply = await request.get('/api/microtrade/lists?lang=en&mode=real', { headers: { authorization: token } })
      return ((await reply.json()) as { data: { rows: unknown[] } }).data.rows.length
    },
  },
]

const agree = (page: Page, { agree: name }: Product) => dialog(page).getByRole('button', { name, exact: true })

async function open(page: Page, { screen }: Product): Promise<void> {
  await page.goto(`/h5/#/pages/${screen}`)
  await settled(page)
}

/** Fills the ticket in and sends it; what is asked then is not answered yet. */
async function ask(page: Page, { first, field, amount, send }: Product): Promise<void> {
  if (first !== undefined) await main(page).getByRole('button', { name: first, exact: true }).click()
  await main(page).getByRole('textbox', { name: field, exact: true }).fill(amount)
  await page.getByRole('button', { name: en('keypad.done') }).click()
  await main(page).locator('form').getByRole('button', { name: send }).dblclick()
  await expect(dialog(page)).toHaveCount(1)
}

for (const product of PRODUCTS) {
  const { name, call, who, count } = product

  test(`${name}: pressed twice, with an answer that is lost, and reloaded in the middle: each is one order, and its outcome is told`, async ({ page, request, trouble }) => {
    const { token } = await who(request)
    await prepare(page, { token })
    await open(page, product)
    const keys = keysOf(page, call)
    await loseAnswers(page, call)
    await ask(page, product)
    await agree(page, product).dblclick()
    await expect.poll(() => keys.length).toBe(2)
    await expect(dialog(page)).toHaveCount(0)
    await settled(page)
    expect([new Set(keys).size, await count(request, token)]).toEqual([1, 1])

    for (const arrived of [true, false]) {
      const { sent } = await leaveOpen(page, call, arrived)
      await ask(page, product)
      await agree(page, product).click()
      await sent
      await page.reload()
      await toast(page, arrived ? en('shell.moneyDone', { what: en('success.orderPlaced') }) : en('shell.moneyUndone'))
      await settled(page)
      expect(await count(request, token), arrived ? 'arrived' : 'did not arrive').toBe(2)
    }
    forgive(trouble)
  })

  test(`${name}: sent from two tabs at once it is one order, and the second tab is told`, async ({ page, request, context }) => {
    const { token } = await who(request)
    await prepare(page, { token })
    await open(page, product)
    const other = await context.newPage()
    await open(other, product)
    const { sent, letGo } = await hold(page, call)
    await ask(page, product)
    await ask(other, product)
    const [first, second] = [keysOf(page, call), keysOf(other, call)]
    await agree(page, product).click()
    await sent
    await agree(other, product).click()
    await expect(dialog(other)).toHaveCount(0)
    letGo()
    await toast(other, en('error.earlierDone'))
    await expect(dialog(page)).toHaveCount(0)
    expect([first.length, second.length, await count(request, token)]).toEqual([1, 0, 1])
    await other.close()
  })
}
