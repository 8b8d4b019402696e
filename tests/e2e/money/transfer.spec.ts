import { LONG } from '../kit/long.ts'
import { axe } from '../kit/axe.ts'
import { settled, dialog, main } from '../kit/screen.ts'
import { allowConsoleErrors, expect, test } from '../kit/test.ts'
import { keysOf, delayRequests } from '../kit/flows/submit.ts'
import { SEND, balances, open, records, submit, type, yes } from '../kit/flows/transfer.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { createTextOf, en } from '../kit/texts.ts'
import { post } from '../kit/flows/withdraw.ts'
import { expectRefusal, expectToast } from '../kit/toasts.ts'

test('fill, confirm, done: the record is there, and the money', async ({ page, request }) => {
  const token = await open(page, request)
  await page.goto('/h5/#/pages/assets/index')
  await page.getByRole('button', { name: en('transfer.title'), exact: true }).click()
  await settled(page)
  await expect(main(page)).toContainText('1,000.00 USDT')
  await type(page, '12.5')
  await submit(page).click()
  for (const shown of ['12.50 USDT', en('assets.coin'), en('assets.contract'), en('account.real')])
    await expect(dialog(page)).toContainText(shown)
  await yes(page).click()
  await expectToast(page, en('success.transferred'))
  await records(page)
  await expect(main(page)).toContainText('12.50 USDT')
  await expect(main(page)).toContainText(
    en('trade.fromTo', { from: en('transfer.short.coin'), to: en('transfer.short.contract') }),
  )
  expect(await balances(request, token)).toEqual(['987.5', '12.5'])
  // The balance on Home is in both accounts.
  await page.goto('/h5/#/pages/index/index')
  await expect(main(page)).toContainText('1,000.00')
  await page.goBack()

  await page.goBack()
  await page.getByRole('button', { name: en('transfer.title'), exact: true }).click()
  await settled(page)
  await page.getByRole('button', { name: en('transfer.swap') }).click()
  await expect(main(page)).toContainText('12.50 USDT')
  await page.getByRole('textbox', { name: en('transfer.amount') }).click()
  await page.getByRole('button', { name: en('keypad.max') }).click()
  await page.getByRole('button', { name: en('keypad.done') }).click()
  await submit(page).click()
  await yes(page).click()
  await records(page)
  expect(await balances(request, token)).toEqual(['1000', '0'])
})

test('another currency clears the amount, which was typed for the first', LONG, async ({ page, request }) => {
  await page.route('**/api/wallet/transfer_info*', async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { data: { rows: { currency: string }[] } }
    reply.data.rows.push(...reply.data.rows.map((row) => ({ ...row, currency: 'BTC' })))
    await route.fulfill({ response, json: reply })
  })
  await open(page, request)
  await type(page, '12.5')
  const amount = page.getByRole('textbox', { name: en('transfer.amount') })
  await expect(amount).toHaveValue('12.5')
  await main(page)
    .getByRole('button', { name: new RegExp(`^${en('transfer.currency')}`) })
    .click()
  await page.getByRole('dialog').locator('label', { hasText: 'BTC' }).click()
  await expect(amount).toHaveValue('')
  await expect(amount).not.toHaveAttribute('aria-invalid', 'true')
})

for (const lang of ['en', 'ar'] as const)
  test(`a transfer opens with its amount, accounts, time and number: ${lang}`, LONG, async ({ page, request }) => {
    const t = createTextOf(lang)
    const token = await open(page, request, { lang, ...(lang === 'ar' && { theme: 'light' }) })
    const transfer = { mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount: '12.5' }
    const { id } = await post(request, token, SEND, transfer, { 'idempotency-key': `e2e-transfer-${lang}` })
    await page.goto('/h5/#/pages/assets/transferOrder')
    await settled(page)
    await main(page).getByRole('button', { name: '12.50 USDT' }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByText('12.50')).toBeVisible()
    const rows = async () => {
      const [labels, values] = [
        await sheet.locator('dt').allTextContents(),
        await sheet.locator('dd').allTextContents(),
      ]
      return Object.fromEntries(labels.map((label, i) => [label, values[i]]))
    }
    expect(await rows()).toMatchObject({
      [t('transfer.from')]: t('assets.coin'),
      [t('transfer.to')]: t('assets.contract'),
      [t('transfer.book')]: t('account.real'),
      [t('history.time')]: expect.stringMatching(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/),
      [t('deposit.number')]: String(id),
    })
    expect((await axe(page)).violations).toEqual([])
    await page.goBack()
    await expect(sheet).toHaveCount(0)
    await records(page)
  })

test('a refused confirmation changes nothing', LONG, async ({ page, request }) => {
  const token = await open(page, request)
  const keys = keysOf(page, SEND)
  await type(page, '10')
  await submit(page).click()
  await dialog(page)
    .getByRole('button', { name: en('ui.cancel') })
    .click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(submit(page)).toBeEnabled()
  expect([keys, await balances(request, token)]).toEqual([[], ['1000', '0']])
})

test('more than the balance, zero, and money moved elsewhere meanwhile', LONG, async ({ page, request }) => {
  const token = await open(page, request)
  const keys = keysOf(page, SEND)
  await type(page, '1000.01')
  await submit(page).click()
  await expect(main(page)).toContainText(en('form.maximum', { max: '1,000' }))
  await page.getByRole('textbox', { name: en('transfer.amount') }).fill('')
  await submit(page).click()
  await expect(main(page)).toContainText(en('form.required'))
  expect(keys).toEqual([])

  await page.getByRole('textbox', { name: en('transfer.amount') }).fill('600')
  await page.getByRole('button', { name: en('keypad.done') }).click()
  await submit(page).click()
  // On another device of the same user.
  const elsewhere = await request.post('/api/wallet/transfer', {
    headers: { authorization: token, 'idempotency-key': 'another-device' },
    data: { lang: 'en', mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount: '500' },
  })
  expect(((await elsewhere.json()) as { type: string }).type).toBe('ok')
  await yes(page).click()
  await expectRefusal(page, en('error.insufficientBalance'))
  await expect(main(page)).toContainText('500.00 USDT')
  await expect(main(page)).not.toContainText(en('transfer.unsure'))
  expect(await balances(request, token)).toEqual(['500', '500'])
})

test('two taps send once', async ({ page, request }) => {
  const token = await open(page, request)
  const keys = keysOf(page, SEND)
  await delayRequests(page, SEND)
  await type(page, '10')
  await submit(page).dblclick()
  await expect(dialog(page)).toHaveCount(1)
  await yes(page).dblclick()
  await expect(submit(page)).toBeDisabled()
  await expect(submit(page)).toHaveAttribute('aria-busy', 'true')
  await records(page)
  expect(keys).toHaveLength(1)
  expect(await balances(request, token)).toEqual(['990', '10'])
})

test('amounts are accepted in the user’s number format', LONG, async ({ page, request }) => {
  const token = await open(page, request, { lang: 'de' })
  const de = createTextOf('de')
  const field = page.getByRole('textbox', { name: de('transfer.amount') })
  await field.click()
  await field.pressSequentially('12,5')
  await expect(field).toHaveValue('12,5')
  await page.getByRole('button', { name: de('keypad.done') }).click()
  await main(page)
    .getByRole('button', { name: de('transfer.submit'), exact: true })
    .click()
  await dialog(page)
    .getByRole('button', { name: de('transfer.submit') })
    .click()
  await records(page)
  expect(await balances(request, token)).toEqual(['987.5', '12.5'])
})

test('and in Arabic digits', LONG, async ({ page, request }) => {
  const token = await open(page, request, { lang: 'ar' })
  const ar = createTextOf('ar')
  const field = page.getByRole('textbox', { name: ar('transfer.amount') })
  await field.click()
  await field.pressSequentially('١٢٫٥')
  await page.getByRole('button', { name: ar('keypad.done') }).click()
  await main(page)
    .getByRole('button', { name: ar('transfer.submit'), exact: true })
    .click()
  const asked = dialog(page)
  expect((await axe(page)).violations).toEqual([])
  await asked.getByRole('button', { name: ar('transfer.submit') }).click()
  await records(page)
  await settled(page)
  expect(await balances(request, token)).toEqual(['987.5', '12.5'])
  expect((await axe(page)).violations).toEqual([])
})

test('a service that is down has a retry, and the screen recovers', LONG, async ({ page, request, pageErrors }) => {
  const { token } = await registerUser(request)
  await storeSettings(page, { token })
  let down = true
  await page.route('**/api/wallet/transfer_info**', (route) => (down ? route.abort() : route.continue()))
  await page.goto('/h5/#/pages/assets/transfer')
  await expect(main(page)).toContainText(en('ui.errorTitle'))
  down = false
  await main(page)
    .getByRole('button', { name: en('ui.retry') })
    .click()
  await expect(submit(page)).toBeVisible()
  allowConsoleErrors(pageErrors)
})

test('no transfers yet: an empty list with a link', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/assets/transferOrder')
  await expect(main(page)).toContainText(en('transfer.empty'))
  await main(page)
    .getByRole('button', { name: en('transfer.title') })
    .click()
  await expect(submit(page)).toBeVisible()
})
