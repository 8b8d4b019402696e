import { expect, type APIRequestContext, type Page, type Request } from '@playwright/test'
import { leveraged, trades } from './flows/lever.ts'
import { settled, dialog, main } from './screen.ts'
import { activate, trader } from './flows/seconds.ts'
import { orders, spotTrader } from './flows/spot.ts'
import { en } from './texts.ts'

/** A ticket, and the steps to send it. */
export interface Product {
  name: string
  screen: string
  /** The calls that order and quote. */
  call: string
  quote: string
  /** A user allowed to trade there. */
  who: (request: APIRequestContext) => Promise<{ token: string }>
  /** Pressed on the ticket first. */
  first?: string
  field: string
  amount: string
  send: RegExp
  agree: string
  count: (request: APIRequestContext, token: string) => Promise<number>
}

export const PRODUCTS: readonly Product[] = [
  {
    name: 'spot',
    screen: 'trade/index?symbol=BTCUSDT',
    call: 'coin/trade',
    quote: 'coin/quote',
    field: en('spot.quantity'),
    amount: '0.001',
    send: new RegExp(en('spot.do.buy', { coin: 'BTC' })),
    agree: en('spot.do.buy', { coin: 'BTC' }),
    who: (request) => spotTrader(request),
    count: async (request, token) => (await orders(request, token)).length,
  },
  {
    name: 'leverage',
    screen: 'contract/index?symbol=BTCUSDT',
    call: 'lever/submit',
    quote: 'lever/quote',
    first: '50×',
    field: en('lever.size'),
    amount: '0.01',
    send: new RegExp(`^${en('lever.side.long')} BTC`),
    agree: `${en('lever.side.long')} BTC`,
    who: (request) => leveraged(request),
    count: async (request, token) => (await trades(request, token)).positions.length,
  },
  {
    name: 'seconds',
    screen: 'trade/index?kind=seconds&symbol=BTCUSDT',
    call: 'microtrade/submit',
    quote: 'microtrade/quote',
    field: en('seconds.stake'),
    amount: '50',
    send: new RegExp(`^${en('seconds.side.long')}`),
    agree: en('seconds.side.long'),
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

/** Locates the button that accepts the confirmation of an order. */
export const agree = (page: Page, { agree: name }: Product) => dialog(page).getByRole('button', { name, exact: true })

/** Opens the screen of a product and waits until it is settled. */
export async function open(page: Page, { screen }: Product): Promise<void> {
  await page.goto(`/h5/#/pages/${screen}`)
  await settled(page)
}

/** Fills and sends the ticket, without answering the confirmation. */
export async function ask(page: Page, { first, field, amount, send }: Product): Promise<void> {
  if (first !== undefined) {
    await main(page).getByRole('button', { name: first, exact: true }).click()
    // The ticket is replaced while the terms of another leverage load.
    await settled(page)
  }
  await main(page).getByRole('textbox', { name: field, exact: true }).fill(amount)
  await page.getByRole('button', { name: en('keypad.done') }).click()
  await main(page).locator('form').getByRole('button', { name: send }).dblclick()
  await expect(dialog(page)).toHaveCount(1)
}

/** Values of a quote that the confirmations of the products show. */
export type Quote = Record<'price' | 'worst' | 'lowest' | 'highest' | 'terms', string> & { lasts: number }

/** The request of a submitted ticket; a leverage ticket sends a smaller one on input. */
const isAsked = (request: Request, call: string): boolean =>
  new URL(request.url()).pathname.endsWith(`/api/${call}`) &&
  (call !== 'lever/quote' || (request.postData() ?? '').includes('"by"'))

/** Changes the next requested quote in transit; `given` is the server's quote. The browser itself may have released an answer before a test requests it. */
export async function bend(
  page: Page,
  call: string,
  change: (quote: Quote) => Partial<Quote> = () => ({}),
): Promise<{ given: Promise<Quote> }> {
  let bent = false
  let resolveQuote: (quote: Quote) => void
  const given = new Promise<Quote>((resolve) => (resolveQuote = resolve))
  await page.route(`**/api/${call}*`, async (route) => {
    if (bent || !isAsked(route.request(), call)) return await route.fallback()
    bent = true
    const response = await route.fetch()
    const reply = (await response.json()) as { data: Quote }
    resolveQuote(reply.data)
    return await route.fulfill({ response, json: { ...reply, data: { ...reply.data, ...change(reply.data) } } })
  })
  return { given }
}
