import { leveraged, openLever, trades } from '../kit/flows/lever.ts'
import { dialog, main, settled } from '../kit/screen.ts'
import { axe } from '../kit/axe.ts'
import { expect, test } from '../kit/test.ts'
import { storeSettings } from '../kit/flows/user.ts'
import { en } from '../kit/texts.ts'

test('a position: margin added, half closed by its share, an order at a limit, the rest reversed', async ({
  page,
  request,
}) => {
  const { token } = await leveraged(request)
  await openLever(request, token, { lots: '0.02', leverage: 50 })
  const position = async () => (await trades(request, token)).positions[0]
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/contract/index?symbol=BTCUSDT')
  await settled(page)
  const button = (key: Parameters<typeof en>[0]) => page.getByRole('button', { name: new RegExp(`^${en(key)}`) })
  const fill = async (name: string, value: string) => {
    await dialog(page)
      .getByRole('textbox', { name: new RegExp(`^${name}`) })
      .fill(value)
    await page.getByRole('button', { name: en('keypad.done') }).click()
  }
  const confirm = (key: Parameters<typeof en>[0]) =>
    page
      .getByRole('alertdialog')
      .getByRole('button', { name: en(key), exact: true })
      .click()

  const ofPosition = (key: Parameters<typeof en>[0]) => main(page).getByRole('button', { name: en(key) })
  await ofPosition('lever.marginMore').click()
  await fill(en('transfer.amount'), '20')
  await button('lever.addMargin').last().click()
  await expect(page.getByRole('alertdialog')).toContainText(en('lever.liquidationThen'))
  expect((await axe(page)).violations).toEqual([])
  await confirm('lever.addMargin')
  await expect.poll(async () => Number((await position())?.margin)).toBeGreaterThan(60)

  await expect(page.getByRole('dialog')).toHaveCount(0)
  await ofPosition('lever.more').click()
  await button('closeOrder.open').click()
  await fill(en('spot.price'), (Number((await position())?.price) * 1.05).toFixed(2))
  await button('closeOrder.place').click()
  await expect(page.getByRole('alertdialog')).toContainText(en('spot.limit'))
  await confirm('closeOrder.place')
  await expect.poll(async () => (await position())?.closeOrders?.map(({ kind }) => kind)).toEqual(['limit'])
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await main(page)
    .getByRole('button', { name: new RegExp(`^${en('lever.close')} BTC`) })
    .first()
    .click()
  await dialog(page).getByRole('button', { name: '50%' }).click()
  expect((await axe(page)).violations).toEqual([])
  await dialog(page)
    .getByRole('button', { name: `${en('lever.close')} 0.01 BTC` })
    .click()
  await expect.poll(async () => (await position())?.lots).toBe('0.01')

  await ofPosition('lever.reverse').click()
  await expect(page.getByRole('alertdialog')).toContainText(en('lever.newFee'))
  expect((await axe(page)).violations).toEqual([])
  await confirm('lever.reverse')
  await expect.poll(async () => (await position())?.side).toBe('short')
  expect(await position()).toMatchObject({ lots: '0.01', closeOrders: [] })
})
