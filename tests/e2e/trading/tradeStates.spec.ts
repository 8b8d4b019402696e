import type { Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { axe } from '../kit/axe.ts'
import { verify } from '../kit/accessRules.ts'
import { leveraged, openLever, trades } from '../kit/flows/lever.ts'
import { operated } from '../kit/flows/operator.ts'
import { settled, dialog, main } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { post } from '../kit/flows/withdraw.ts'
import { advance } from '../kit/time.ts'
import { en } from '../kit/texts.ts'

const OPEN = { enabled: true, closing: [], disabled: [], activation: ['leveraged' as const] }
/** Pairs closed by the operator, the same for each product. */
const WOUND_UP = { ...OPEN, closing: ['ETHUSDT'], disabled: ['SOLUSDT'] }

const server = operated()

test.describe.configure({ mode: 'serial' })
test.beforeAll(() => server.start(WOUND_UP))
test.afterAll(() => server.stop())

const TICKETS = [
  {
    name: 'spot',
    screen: (symbol: string) => `trade/index?symbol=${symbol}`,
    send: en('spot.do.buy', { coin: '' }).trim(),
  },
  {
    name: 'seconds',
    screen: (symbol: string) => `trade/index?kind=seconds&symbol=${symbol}`,
    send: en('seconds.side.long'),
  },
  { name: 'leverage', screen: (symbol: string) => `contract/index?symbol=${symbol}`, send: en('lever.side.long') },
] as const

async function show(page: Page, screen: string, token?: string): Promise<void> {
  if (token !== undefined) await storeSettings(page, { token })
  const hash = `#/pages/${screen}`
  if (page.url().startsWith(server.origin)) await page.evaluate((to) => void (location.hash = to), hash)
  else await page.goto(`${server.origin}/h5/${hash}`)
  await settled(page)
}

/** Enabled buttons that send the ticket. */
const sends = (page: Page, name: string) =>
  main(page)
    .locator('form')
    .getByRole('button', { name: new RegExp(`^${name}`), disabled: false })

async function someone(): Promise<{ account: string; token: string }> {
  const member = await registerUser(server.request)
  await verify(server.request, member.token)
  return member
}

for (const { name, screen, send } of TICKETS) {
  test(`${name}: a pair that is wound up, and one that is off, say so and accept no order`, LONG, async ({ page }) => {
    const { token } = await someone()
    for (const [symbol, state] of [
      ['ETHUSDT', 'closing'],
      ['SOLUSDT', 'unavailable'],
    ] as const) {
      await show(page, screen(symbol), page.url() === 'about:blank' ? token : undefined)
      await expect(main(page)).toContainText(en(`trade.state.${state}`))
      await expect(sends(page, send)).toHaveCount(0)
      expect((await axe(page)).violations, symbol).toEqual([])
    }
  })
}

test('an unverified user sees the next step on each ticket', LONG, async ({ page }) => {
  const { token } = await registerUser(server.request)
  await storeSettings(page, { token })
  for (const { name, screen, send } of TICKETS) {
    await show(page, screen('BTCUSDT'))
    await expect(main(page).getByRole('button', { name: en('identity.title') }), name).toBeVisible()
    await expect(sends(page, send), name).toHaveCount(0)
  }
})

test(
  'a frozen or locked user sees it before a request is sent, on each ticket, with a contact',
  LONG,
  async ({ page }) => {
    const { account, token } = await leveraged(server.request)
    await openLever(server.request, token)
    await storeSettings(page, { token })
    for (const state of ['frozen', 'locked'] as const) {
      server.mark(account, { [state]: 1 })
      if (page.url() !== 'about:blank') await page.reload()
      for (const { name, screen, send } of TICKETS) {
        await show(page, screen('BTCUSDT'))
        await expect(main(page), `${name}, ${state}`).toContainText(en(`trade.state.${state}`))
        await expect(sends(page, send), `${name}, ${state}`).toHaveCount(0)
      }
      await expect(main(page)).toContainText(en('lever.barred'))
      for (const name of ['lever.stops', 'lever.close'] as const)
        await expect(main(page).getByRole('button', { name: new RegExp(`^${en(name)} BTC`) })).toBeDisabled()
      await expect(main(page).getByRole('button', { name: en('lever.closeAll'), exact: true })).toBeDisabled()
      expect((await axe(page)).violations, state).toEqual([])
    }
    await main(page)
      .getByRole('button', { name: en('shell.support') })
      .click()
    await expect(page).toHaveURL(/kefu\/index/)
  },
)

test('spot: a pair that is wound up can still be sold', LONG, async ({ page }) => {
  const { token } = await someone()
  await show(page, TICKETS[0].screen('ETHUSDT'), token)
  await main(page)
    .locator('label')
    .filter({ hasText: new RegExp(`^${en('spot.side.sell')}$`) })
    .click()
  await expect(sends(page, en('spot.do.sell', { coin: 'ETH' }))).toHaveCount(1)
})

test('a market that is closed says when it opens, on each ticket that has it', LONG, async ({ page }) => {
  const { token } = await someone()
  const state = async () =>
    (
      (await (
        await server.request.get('/api/trade/access?lang=en&symbol=XAUUSD&product=leveraged', {
          headers: { authorization: token },
        })
      ).json()) as { data: { state: string } }
    ).data.state
  // By hours: sessions end at the end of a week.
  for (let hours = 0; hours < 24 * 8 && (await state()) !== 'closed'; hours += 1) await advance(server.request, 3600)
  await storeSettings(page, { token })
  for (const { name, screen, send } of TICKETS.slice(1)) {
    await show(page, screen('XAUUSD'))
    await expect(main(page), name).toContainText(en('trade.state.closed'))
    await expect(main(page), name).toContainText(new RegExp(en('trade.closedHint', { time: '\\d{4}' })))
    await expect(sends(page, send), name).toHaveCount(0)
  }
})

test('while products are switched off, positions can only be closed', LONG, async ({ page }) => {
  await server.start(OPEN)
  const { token } = await leveraged(server.request)
  for (const symbol of ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']) {
    if (symbol !== 'BTCUSDT') await post(server.request, token, 'trade/activate', { symbol, product: 'leveraged' })
    await openLever(server.request, token, { symbol, leverage: 50 })
  }
  await server.start(WOUND_UP)
  // A restarted server begins at the real time, without the earlier advance.
  await advance(server.request)
  await storeSettings(page, { token })
  await show(page, 'contract/index?symbol=ETHUSDT')
  for (const [remaining, base] of [
    [2, 'ETH'],
    [1, 'SOL'],
  ] as const) {
    await main(page)
      .getByRole('button', { name: new RegExp(`^${en('lever.close')} ${base}`) })
      .click()
    await page.getByRole('dialog').locator('form button[type="submit"]').click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(main(page)).toContainText(en('lever.positionsOf', { total: remaining }))
  }
  // Another page of the server: no request of the app during the restart.
  await page.goto(`${server.origin}/sandbox/outbox`)
  await server.start({ ...OPEN, enabled: false })
  await advance(server.request)
  for (const { name, screen, send } of TICKETS) {
    await show(page, screen('BTCUSDT'))
    await expect(main(page), name).toContainText(en('trade.state.disabled'))
    await expect(sends(page, send), name).toHaveCount(0)
  }
  await main(page)
    .getByRole('button', { name: en('lever.closeAll'), exact: true })
    .click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: en('lever.closeAll'), exact: true })
    .click()
  await expect(main(page)).toContainText(en('lever.nonePositions'))
  expect((await trades(server.request, token)).positions).toEqual([])
})
