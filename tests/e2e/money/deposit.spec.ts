import { groupsOfFour } from '../../../src/product/domain/groupsOfFour.ts'
import { LONG } from '../kit/long.ts'
import { axe } from '../kit/axe.ts'
import { charge, choosePicture, coin, picture } from '../kit/flows/deposit.ts'
import { settled, dialog, main, survivesLeaving } from '../kit/screen.ts'
import { REVIEW_SECONDS } from '../kit/net/server.ts'
import { loseAnswers } from '../kit/flows/submit.ts'
import { allowConsoleErrors, expect, test } from '../kit/test.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { advance } from '../kit/time.ts'
import { en } from '../kit/texts.ts'
import { expectRefusal, expectToast } from '../kit/toasts.ts'

const submit = (page: Parameters<typeof main>[0]) =>
  main(page).getByRole('button', { name: en('deposit.submit'), exact: true })

async function amount(page: Parameters<typeof main>[0], text: string): Promise<void> {
  await page.getByRole('textbox', { name: en('deposit.amount') }).fill(text)
  await page.getByRole('button', { name: en('keypad.done') }).click()
}

test('address, picture, amount: submitted, reviewed by the clock, credited once', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { token } = await registerUser(request)
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/assets/index')
  await page.getByRole('button', { name: en('deposit.title'), exact: true }).click()
  await settled(page)

  const place = (await (
    await request.post('/api/wallet/get_in_address', {
      headers: { authorization: token },
      data: { lang: 'en', channel: 'wallet', currency: 'USDT', network: 'TRC20' },
    })
  ).json()) as {
    data: { address: string }
  }
  await expect(main(page)).toContainText(groupsOfFour(place.data.address))
  await main(page)
    .getByRole('button', { name: en('deposit.copyAddress') })
    .click()
  await expectToast(page, en('ui.copied'))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(place.data.address)

  await expect(submit(page)).toBeDisabled()
  await choosePicture(page, en('deposit.upload'))
  await expect(main(page)).toContainText(en('deposit.uploaded'))
  await amount(page, '9.99')
  await submit(page).click()
  await expect(main(page)).toContainText(en('form.minimum', { min: '10' }))
  await amount(page, '250.5')
  await submit(page).click()
  await expect(dialog(page)).toContainText('250.50 USDT')
  expect((await axe(page)).violations).toEqual([])
  await dialog(page)
    .getByRole('button', { name: en('deposit.submit') })
    .dblclick()
  await expectToast(page, en('success.submittedForReview'))
  await expect(page).toHaveURL(/topupDetail\?id=/)
  const current = main(page).locator('li[aria-current="step"]')
  await expect(current).toContainText(en('status.deposit.callback'))
  expect((await axe(page)).violations).toEqual([])

  await advance(request, REVIEW_SECONDS)
  await expect(current).toContainText(en('status.deposit.inReview'))
  expect(await coin(request, token)).toBe('1000')
  await advance(request, REVIEW_SECONDS)
  await expect(main(page)).toContainText(en('deposit.credited'))
  await advance(request, 3600)
  expect(await coin(request, token)).toBe('1250.5')
})

test('an amount above the own limit of the user is refused once, at the amount', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  const limit = { lang: 'en', kind: 'deposit', period: 'day', maximum: '50' }
  const set = await request.post('/api/safe/limit_set', { headers: { authorization: token }, data: limit })
  expect(((await set.json()) as { type: string }).type).toBe('ok')
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/assets/topup')
  await settled(page)
  await choosePicture(page, en('deposit.upload'))
  await expect(main(page)).toContainText(en('deposit.uploaded'))
  await amount(page, '60')
  await submit(page).click()
  await dialog(page)
    .getByRole('button', { name: en('deposit.submit') })
    .click()
  const args = { maximum: '50.00', left: '50.00', currency: 'USDT' }
  await expectRefusal(page, en('error.ownFundingDayLimit', args))
  await expect(main(page)).toContainText(en('error.ownFundingDayLimit', args))
  expect((await axe(page)).violations).toEqual([])
})

test('a failure shows its reason and the next step', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  const id = await charge(request, token, { amount: '20.14' })
  await advance(request, 2 * REVIEW_SECONDS)
  await storeSettings(page, { token })
  await page.goto(`/h5/#/pages/assets/topupDetail?id=${id}`)
  await expect(main(page)).toContainText(en('depositReason.notReceived'))
  await expect(main(page)).toContainText(en('status.deposit.failure'))
  expect(await coin(request, token)).toBe('1000')
  await main(page)
    .getByRole('button', { name: en('deposit.again') })
    .click()
  await expect(submit(page)).toBeVisible()
})

test('records by status and currency, and their detail', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await charge(request, token, { amount: '20.13' })
  await charge(request, token, { amount: '77' })
  await advance(request, 2 * REVIEW_SECONDS)
  await charge(request, token, { currency: 'BTC', network: 'BTC', amount: '0.25' })
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/assets/topupOrder')
  for (const shown of ['77.00 USDT', '20.13 USDT', '0.25']) await expect(main(page)).toContainText(shown)
  await page.getByRole('tab', { name: en('status.deposit.success') }).click()
  await expect(main(page)).not.toContainText('20.13 USDT')
  await page.getByRole('tab', { name: en('deposit.all') }).click()
  await main(page)
    .getByRole('button', { name: new RegExp(en('deposit.anyCurrency')) })
    .click()
  await dialog(page)
    .getByRole('radio', { name: 'BTC' })
    .or(dialog(page).getByRole('option', { name: 'BTC' }))
    .click()
  await expect(main(page)).not.toContainText('77.00 USDT')
  await expect(main(page)).toContainText('0.25')
  expect((await axe(page)).violations).toEqual([])
})

test('each channel says where to pay, and the demo account is led to the real one', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/assets/topup')
  await main(page)
    .getByRole('radio', { name: en('network.ERC20') })
    .click()
  // The letters' case is the checksum of the address, which each user has their own of.
  await expect(main(page)).toContainText(/0x5A 4Db0( \w{2,4}){9}/i)
  await expect(main(page)).toContainText('50.00 USDT')
  await main(page)
    .getByRole('button', { name: en('deposit.currency') })
    .click()
  await dialog(page).getByRole('radio', { name: 'BTC' }).click()
  await expect(main(page)).toContainText(/tb1q( \w{2,4}){10}/)
  // A channel shows only its accepted fields.
  for (const channel of ['card', 'manual', 'c2c']) {
    await page.getByRole('tab', { name: en(`channel.${channel}`) }).click()
    await expect(main(page)).toContainText(en(`depositHow.${channel}`))
    await expect(main(page)).toContainText(/SBX-[0-9A-F]{8}/)
    const currency = main(page).getByRole('button', { name: en('deposit.currency') })
    // A currency that the channel does not offer is cleared, and no other one chosen for the user.
    if (channel === 'card') {
      await expect(currency).not.toContainText('BTC')
      await currency.click()
      await dialog(page).getByRole('radio', { name: 'USDT' }).click()
    }
    await expect(currency).toContainText('USDT')
  }
  await request.post('/api/user/switch_account', {
    headers: { authorization: token },
    data: { lang: 'en', mode: 'demo' },
  })
  await page.reload()
  await expect(main(page)).toContainText(en('deposit.demo'))
})

test(
  'a deposit that is left comes back with its currency, and with where that is sent',
  LONG,
  async ({ page, request }) => {
    const { token } = await registerUser(request)
    await storeSettings(page, { token })
    await page.goto('/h5/#/pages/assets/topup')
    await main(page)
      .getByRole('button', { name: en('deposit.currency') })
      .click()
    await dialog(page).getByRole('radio', { name: 'BTC' }).click()
    await amount(page, '0.05')
    const comesBack = async (): Promise<void> => {
      await expect(main(page).getByRole('button', { name: en('deposit.currency') })).toContainText('BTC')
      await expect(page.getByRole('textbox', { name: en('deposit.amount') })).toHaveValue('0.05')
      await expect(main(page)).toContainText(/tb1q( \w{2,4}){10}/)
      await expect(main(page)).toContainText(en('deposit.warning', { currency: 'BTC', network: en('network.BTC') }))
    }
    await survivesLeaving(page, '/pages/assets/topup', comesBack)
  },
)

test('a picture already used for another deposit is refused', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  const content = picture()
  const file = { name: 'payment.png', mimeType: 'image/png', buffer: content }
  const { data } = (await (
    await request.post('/api/upload', { headers: { authorization: token }, multipart: { lang: 'en', file } })
  ).json()) as { data: { id: string } }
  await charge(request, token, { screenshot: data.id })
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/assets/topup')
  await settled(page)
  await choosePicture(page, en('deposit.upload'), content)
  await expectRefusal(page, en('error.fileExists'))
  await expect(submit(page)).toBeDisabled()
})

test(
  'an answer that is lost on its way: the deposit is made, and once',
  LONG,
  async ({ page, request, pageErrors }) => {
    const { token } = await registerUser(request)
    await storeSettings(page, { token })
    await page.goto('/h5/#/pages/assets/topup')
    await settled(page)
    await loseAnswers(page, 'wallet/charge_req')
    await amount(page, '60')
    await choosePicture(page, en('deposit.upload'))
    await submit(page).click()
    await dialog(page)
      .getByRole('button', { name: en('deposit.submit') })
      .click()
    await expect(page).toHaveURL(/topupDetail\?id=/)
    await advance(request, 2 * REVIEW_SECONDS)
    await expect(main(page)).toContainText(en('deposit.credited'))
    expect(await coin(request, token)).toBe('1060')
    allowConsoleErrors(pageErrors)
  },
)
