import { axe } from '../kit/axe.ts'
import { openLever } from '../kit/flows/lever.ts'
import { post } from '../kit/flows/withdraw.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { LONG } from '../kit/long.ts'
import { use } from '../kit/samples.ts'
import { goto, main, settled } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { en } from '../kit/texts.ts'

const mode = 'demo'

test('a position closed today is on Home, on the curve and in the calendar', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await use(request, token, mode)
  await post(request, token, 'trade/activate', { symbol: 'BTCUSDT', product: 'leveraged' })
  const transfer = { mode, from: 'coin', to: 'contract', currency: 'USDT', amount: '5000' }
  await post(request, token, 'wallet/transfer', transfer, { 'idempotency-key': 'statistics-transfer' })
  const id = await openLever(request, token, { mode, lots: '0.02' })
  const closing = { mode, id, lots: '0.02' }
  const { net } = await post(request, token, 'lever/close', closing, { 'idempotency-key': 'statistics-close' })
  // Shown in whole cents, rounded against the user.
  const amount = Math.abs(Math.floor(Number(net) * 100) / 100).toFixed(2)

  await storeSettings(page, { token, lang: 'en' })
  await goto(page, '/pages/index/index')
  await expect(main(page)).toContainText(amount)
  await main(page)
    .getByRole('button', { name: en('statistics.title'), exact: true })
    .first()
    .click()
  await settled(page)
  expect((await axe(page)).violations).toEqual([])

  const chart = main(page).getByRole('figure', { name: new RegExp(`^${en('statistics.profit')}: `) })
  await expect(chart.locator('canvas')).toHaveCount(1)
  const box = await chart.boundingBox()
  if (!box) throw new Error('The curve has no box')
  await page.mouse.move(box.x + 2, box.y + box.height / 2)
  const readout = chart.locator('xpath=preceding-sibling::p')
  await expect(readout).toHaveText(/^\d{4}-\d\d-\d\d0\.00\sUSDT$/)

  await main(page)
    .getByRole('button', { name: en('ui.chartTable') })
    .click()
  await expect(main(page).getByRole('table', { name: en('statistics.profit'), exact: true })).toContainText(amount)
  const calendar = main(page).getByRole('table', { name: en('statistics.calendar') })
  await expect(calendar.getByRole('cell').filter({ hasText: `${amount}\u00a0USDT` })).toHaveCount(1)

  await main(page)
    .getByRole('tab', { name: en('statistics.year') })
    .click()
  await settled(page)
  await main(page)
    .getByRole('button', { name: en('resultCalendar.previous') })
    .click()
  await expect(calendar.getByRole('cell').filter({ hasText: 'USDT' })).toHaveCount(0)
})
