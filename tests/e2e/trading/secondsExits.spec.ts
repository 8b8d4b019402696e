import type { Page } from '@playwright/test'
import { axe } from '../kit/axe.ts'
import { buySeconds, activate, contractAccount, trader } from '../kit/flows/seconds.ts'
import { keysOf } from '../kit/flows/submit.ts'
import { storeSettings } from '../kit/flows/user.ts'
import { dialog, main, settled } from '../kit/screen.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import { expect, test } from '../kit/test.ts'
import { en } from '../kit/texts.ts'
import { advance } from '../kit/time.ts'
import { expectToast } from '../kit/toasts.ts'

async function open(page: Page, token: string): Promise<void> {
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/trade/index?kind=seconds&symbol=BTCUSDT')
  await settled(page)
}

const sell = (page: Page) =>
  main(page)
    .getByRole('button', { name: /^Sell for \d+\.\d\d/ })
    .first()

test('a running contract is sold for the proceeds that are shown, or more than the least', async ({
  page,
  request,
}) => {
  const { token } = await trader(request)
  await activate(request, token)
  const id = await buySeconds(request, token, { term: '600', stake: '50' })
  await open(page, token)
  expect((await axe(page)).violations).toEqual([])
  await sell(page).click()
  for (const label of [en('seconds.proceeds'), en('seconds.leastProceeds'), en('seconds.saleNet'), '92.50 USDT'])
    await expect(dialog(page)).toContainText(label)
  expect((await axe(page)).violations).toEqual([])
  await dialog(page)
    .getByRole('button', { name: en('seconds.sell'), exact: true })
    .click()
  await expectToast(page, /^BTC\/USDT sold for /)
  await expect(sell(page)).toHaveCount(0)
  const [balance, available] = await contractAccount(request, token)
  expect([Number(balance) > 449.75, available]).toEqual([true, balance])
  await page.goto(`/h5/#/pages/trade/secondsDetail?id=${id}`)
  await settled(page)
  await expect(main(page)).toContainText(en('status.secondsOrder.sold'))
  await expect(main(page)).toContainText(en('seconds.proceeds'))
  expect((await axe(page)).violations).toEqual([])
})

test('with one-tap orders on, a double tap makes one contract without a question', async ({ page, request }) => {
  const { token } = await trader(request)
  await activate(request, token)
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/user/set')
  const oneTap = main(page).getByRole('switch', { name: en('settings.oneTap') })
  await expect(oneTap).not.toBeChecked()
  await oneTap.click()
  await expect(dialog(page)).toContainText(en('settings.oneTapText'))
  await dialog(page)
    .getByRole('button', { name: en('ui.cancel'), exact: true })
    .click()
  await expect(oneTap).not.toBeChecked()
  await waitForTapGuard(page)
  await oneTap.click()
  await dialog(page)
    .getByRole('button', { name: en('settings.oneTapOn'), exact: true })
    .click()
  await expect(oneTap).toBeChecked()

  await page.goto('/h5/#/pages/trade/index?kind=seconds&symbol=BTCUSDT')
  await settled(page)
  await expect(main(page)).toContainText(en('seconds.oneTap'))
  await main(page)
    .getByRole('textbox', { name: en('seconds.stake'), exact: true })
    .fill('50')
  const buy = main(page).getByRole('button', { name: new RegExp(`^${en('seconds.side.long')}`) })
  await expect(buy).toContainText('+32.25 USDT')
  await expect(main(page)).toContainText('+32.50 USDT')
  expect((await axe(page)).violations).toEqual([])
  const keys = keysOf(page, 'microtrade/submit')
  await buy.dblclick()
  await expectToast(page, en('success.orderPlaced'))
  await expect(dialog(page)).toHaveCount(0)
  expect(keys).toHaveLength(1)
  expect(await contractAccount(request, token)).toEqual(['500', '449.75'])

  const headers = { authorization: token }
  const lists = await request.get('/api/microtrade/lists?lang=en&mode=real', { headers })
  const { data } = (await lists.json()) as { data: { rows: { id: string }[] } }
  expect(data.rows).toHaveLength(1)
  await advance(request, 61)
  const list = await request.get(`/api/receipt/list?lang=en&kind=secondsOrder&id=${data.rows[0]?.id}`, { headers })
  const receipts = (await list.json()) as { data: { rows: { figures: { figure: string; promised: string }[] }[] } }
  const promised = receipts.data.rows
    .flatMap(({ figures }) => figures)
    .map(({ figure, promised }) => [figure, promised])
  expect(promised).toContainEqual(['fee', '0.25'])
})
