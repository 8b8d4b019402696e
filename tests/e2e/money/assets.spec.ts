import { axe } from '../kit/axe.ts'
import { LONG } from '../kit/long.ts'
import { leveraged, openLever, trades } from '../kit/flows/lever.ts'
import { use } from '../kit/samples.ts'
import { goto, settled, main } from '../kit/screen.ts'
import { buy, spotTrader } from '../kit/flows/spot.ts'
import { expect, test } from '../kit/test.ts'
import { storeSettings } from '../kit/flows/user.ts'
import { en } from '../kit/texts.ts'
import { advance } from '../kit/time.ts'
import { post } from '../kit/flows/withdraw.ts'

test(
  'Assets shows the total of the account in use, and that of the other account beside it',
  LONG,
  async ({ page, request }) => {
    const { token } = await spotTrader(request)
    await storeSettings(page, { token })
    await goto(page, '/pages/assets/index')
    const otherAccount = (mode: 'real' | 'demo') =>
      main(page).getByRole('button', { name: new RegExp(`${en(`account.${mode}`)}.*${en('assets.apart')}`) })
    await expect(otherAccount('demo')).toBeVisible()
    await expect(main(page)).toContainText(/1,000\.00\sUSDT/)
    await expect(main(page)).toContainText(/100,000\.00\sUSDT/)
    await expect(main(page)).not.toContainText('101,000')
    expect((await axe(page)).violations).toEqual([])

    await use(request, token, 'demo')
    await page.reload()
    await settled(page)
    await expect(otherAccount('real')).toBeVisible()
    await expect(main(page)).toContainText(/1,000\.00\sUSDT/)
  },
)

test('a coin has its worth, its history and the ways onward', LONG, async ({ page, request }) => {
  const { token } = await spotTrader(request)
  await buy(request, token)
  await storeSettings(page, { token })
  await goto(page, '/pages/assets/index')
  await main(page).getByRole('button', { name: 'BTC' }).click()
  await expect(page).toHaveURL(/assets\/coin\?currency=BTC/)
  await settled(page)
  await expect(main(page)).toContainText(/0\.000999\sBTC/)
  await expect(main(page)).toContainText(/≈ \d+\.\d\d\sUSDT/)
  await expect(main(page).getByRole('listitem')).toHaveCount(1)
  await expect(main(page).getByRole('listitem')).toContainText(en('statement.entry.spot'))
  expect((await axe(page)).violations).toEqual([])
  for (const [name, address] of [
    [en('deposit.title'), /assets\/topup\?.*currency=BTC/],
    [en('withdraw.title'), /pages\/(assets\/withdraw|user\/)/],
    [en('flash.title'), /flash\/index\?from=BTC/],
    [en('trade.title'), /trade\/index\?symbol=BTCUSDT/],
  ] as const) {
    await goto(page, '/pages/assets/coin?currency=BTC')
    await main(page).getByRole('button', { name, exact: true }).click()
    await expect(page).toHaveURL(address)
  }
})

test('a currency that flash exchange does not offer has no shortcut to it', LONG, async ({ page, request }) => {
  const { token } = await spotTrader(request)
  await storeSettings(page, { token })
  await goto(page, '/pages/assets/coin?currency=EUR')
  const shortcut = (key: 'trade.title' | 'flash.title') =>
    main(page).getByRole('button', { name: en(key), exact: true })
  await expect(shortcut('trade.title')).toBeVisible()
  await expect(shortcut('flash.title')).toHaveCount(0)
})

test('the result of a position that was closed since is counted once', LONG, async ({ page, request }) => {
  const { token } = await leveraged(request)
  await openLever(request, token, { lots: '0.04' })
  await advance(request, 3600)
  const { positions } = await trades(request, token)
  const [position] = positions
  if (!position) throw new Error('There is no position.')
  const { id, lots } = position
  // The list of positions is the one before the closing.
  const listed: Record<string, unknown> = {}
  for (const call of ['lever/my_trade', 'lever/my_wh_trade'])
    await page.route(`**/api/${call}*`, async (route) => {
      listed[call] ??= await (await route.fetch()).json()
      await route.fulfill({ json: listed[call] })
    })
  await storeSettings(page, { token })
  await goto(page, '/pages/assets/index')
  await main(page)
    .getByRole('tab', { name: en('assets.contract') })
    .click()
  const floating = main(page).getByText(en('assets.floating'), { exact: true }).locator('xpath=..')
  await expect(floating).toContainText(/[1-9]/)
  await post(request, token, 'lever/close', { mode: 'real', id, lots }, { 'idempotency-key': `e2e-closed-${id}` })
  await expect(floating).toHaveText(/[^\d.][+−-]?0\.00\sUSDT$/)
  const { account } = (await post(request, token, 'wallet/get_info', { currency: 'USDT', kind: 'contract' })) as {
    account: { balance: string }
  }
  const equity = main(page).getByText(en('assets.netEquity'), { exact: true }).locator('xpath=..')
  // A balance is shown in whole cents, the rest cut off.
  await expect(equity).toContainText((Math.floor(Number(account.balance) * 100) / 100).toFixed(2))
})
