import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as path } from 'node:path'
import { request as http, type APIRequestContext, type Page } from '@playwright/test'
import { axe } from './kit/axe.ts'
import { verify } from './kit/gates.ts'
import { settled } from './kit/screen.ts'
import { serve, type Served } from './kit/server.ts'
import { expect, test } from './kit/test.ts'
import { en, main } from './kit/transfer.ts'
import { join, prepare } from './kit/user.ts'

/** What the operator has closed to trading, product by product alike. */
const TRADING = { enabled: true, closing: ['ETHUSDT'], disabled: ['SOLUSDT'], activation: ['leveraged'] }

const folder = mkdtempSync(path(tmpdir(), 'placard-states-'))
let served: Served | undefined
let api: APIRequestContext | undefined

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  const file = path(folder, 'operator.json')
  writeFileSync(file, JSON.stringify({ server: { trading: TRADING } }))
  served = await serve({ PLACARD_DATA: folder, PLACARD_CONFIG: file, SANDBOX: '1' })
  api = await http.newContext({ baseURL: served.origin })
})
test.afterAll(async () => {
  await api?.dispose()
  await served?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const TICKETS = [
  { name: 'spot', screen: (symbol: string) => `trade/index?symbol=${symbol}`, send: en('spot.do.buy', { coin: '' }).trim() },
  { name: 'seconds', screen: (symbol: string) => `trade/index?kind=seconds&symbol=${symbol}`, send: en('seconds.side.long') },
  { name: 'leverage', screen: (symbol: string) => `contract/index?symbol=${symbol}`, send: en('lever.side.long') },
] as const

async function show(page: Page, screen: string, verified = true): Promise<void> {
  if (!api || !served) throw new Error('There is no server')
  const { token } = await join(api)
  if (verified) await verify(api, token)
  await prepare(page, { token })
  await page.goto(`${served.origin}/h5/#/pages/${screen}`)
  await settled(page)
}

/** Buttons that send the ticket and can be pressed. */
const sends = (page: Page, name: string) => main(page).locator('form').getByRole('button', { name: new RegExp(`^${name}`), disabled: false })

for (const { name, screen, send } of TICKETS) {
  test(`${name}: a pair that is wound up, and one that is off, say so and take nothing`, async ({ page }) => {
    for (const [symbol, state] of [['ETHUSDT', 'closing'], ['SOLUSDT', 'unavailable']] as const) {
      if (page.url() === 'about:blank') await show(page, screen(symbol))
      else await page.evaluate((hash) => void (location.hash = hash), `#/pages/${screen(symbol)}`)
      await settled(page)
      await expect(main(page)).toContainText(en(`trade.state.${state}`))
      await expect(sends(page, send)).toHaveCount(0)
      expect((await axe(page)).violations, symbol).toEqual([])
    }
  })

  test(`${name}: who is not verified is led to it`, async ({ page }) => {
    await show(page, screen('BTCUSDT'), false)
    await expect(main(page).getByRole('button', { name: en('identity.title') })).toBeVisible()
    await expect(sends(page, send)).toHaveCount(0)
  })
}

test('spot: a pair that is wound up can still be sold', async ({ page }) => {
  await show(page, TICKETS[0].screen('ETHUSDT'))
  await main(page).locator('label').filter({ hasText: new RegExp(`^${en('spot.side.sell')}$`) }).click()
  await expect(sends(page, en('spot.do.sell', { coin: 'ETH' }))).toHaveCount(1)
})
