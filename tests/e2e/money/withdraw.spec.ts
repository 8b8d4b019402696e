import type { APIRequestContext, Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { axe } from '../kit/axe.ts'
import { confirmIdentity } from '../kit/flows/confirmIdentity.ts'
import { charge, coin } from '../kit/flows/deposit.ts'
import { satisfyGuards, verify } from '../kit/accessRules.ts'
import { REVIEW_SECONDS } from '../kit/net/server.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import { settled, dialog, main, survivesLeaving } from '../kit/screen.ts'
import { loseAnswers } from '../kit/flows/submit.ts'
import { allowConsoleErrors, expect, test } from '../kit/test.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { BITCOIN, confirmed, PAY_PASSWORD, post, withdraw } from '../kit/flows/withdraw.ts'
import { advance } from '../kit/time.ts'
import { en } from '../kit/texts.ts'
import { expectToast } from '../kit/toasts.ts'

const submit = (page: Page) =>
  main(page)
    .locator('form')
    .getByRole('button', { name: en('withdraw.title'), exact: true })
const field = (page: Page, key: string) => main(page).getByRole('textbox', { name: en(key), exact: true })

/** Types with the app's own keys, as a thumb does. */
async function type(page: Page, amount: string): Promise<void> {
  await field(page, 'withdraw.amount').click()
  const pad = page.getByRole('group', { name: en('keypad.label') })
  for (const sign of amount)
    await pad.getByRole('button', { name: sign === '.' ? en('keypad.separator') : sign, exact: true }).click()
  await pad.getByRole('button', { name: en('keypad.done') }).click()
}

/** Confirms, and enters the payment password. */
async function agree(page: Page): Promise<void> {
  await dialog(page)
    .getByRole('button', { name: en('withdraw.title') })
    .click()
  await confirmIdentity(page)
  const password = page.getByLabel(en('shell.payPasswordLabel'))
  await expect(password).toBeVisible()
  await password.fill(PAY_PASSWORD)
}

test('each access rule links to its screen, and back to the withdrawal', LONG, async ({ page, request }) => {
  const { token, password } = await registerUser(request)
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/assets/index')
  await settled(page)
  await main(page)
    .getByRole('button', { name: en('withdraw.title'), exact: true })
    .click()
  await expect(page).toHaveURL(/user\/primaryAuth/)
  await verify(request, token)
  await page.goto('/h5/#/pages/assets/index')
  await page.reload()
  await settled(page)

  await main(page)
    .getByRole('button', { name: en('withdraw.title'), exact: true })
    .click()
  await expect(page).toHaveURL(/user\/editPaypwd/)
  await field(page, 'field.payPassword').fill(PAY_PASSWORD)
  await field(page, 'field.payPasswordConfirm').fill(PAY_PASSWORD)
  await field(page, 'field.loginPassword').fill(password)
  await main(page)
    .getByRole('button', { name: en('payPassword.submit') })
    .click()
  await expect(page).toHaveURL(/bankcard\/index/)
  await settled(page)

  await main(page)
    .getByRole('button', { name: en('bankcard.addAddress') })
    .click()
  await settled(page)
  await field(page, 'field.walletAddress').fill('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
  await main(page)
    .getByRole('button', { name: en('bankcard.save') })
    .click()
  await confirmIdentity(page)
  await expect(page).toHaveURL(/assets\/withdraw/)
  await settled(page)
  // A payee that withdrawals still wait for is chosen by its owner, also if it is the only one.
  await expect(submit(page)).toHaveCount(0)
  await main(page).getByRole('button', { name: /^USDT/ }).click()
  await expect(submit(page)).toBeVisible()
  await expect(main(page)).toContainText(en('hold.payeeAdded'))
})

test('quoted, agreed to, reviewed twice, paid out', async ({ page, request }) => {
  const { token } = await registerUser(request)
  await satisfyGuards(request, token)
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/assets/withdraw')
  await settled(page)
  expect((await axe(page)).violations).toEqual([])
  await type(page, '9.99')
  await submit(page).click()
  await expect(main(page)).toContainText(en('form.minimum', { min: '10' }))
  await main(page)
    .getByRole('textbox', { name: en('withdraw.amount') })
    .fill('250.5')
  await page.getByRole('button', { name: en('keypad.done') }).click()
  await expect(main(page)).toContainText('249.50 USDT')
  await waitForTapGuard(page)
  await submit(page).click()
  for (const shown of ['250.50 USDT', '1.00 USDT', '249.50 USDT', en('network.TRC20')])
    await expect(dialog(page)).toContainText(shown)
  expect((await axe(page)).violations).toEqual([])
  await agree(page)
  await expectToast(page, en('success.withdrawalRequested'))
  await expect(page).toHaveURL(/withdrawDetail\?id=/)
  const current = main(page).locator('li[aria-current="step"]')
  await expect(current).toContainText(en('status.withdrawal.firstReview'))
  expect((await axe(page)).violations).toEqual([])

  await page.goto('/h5/#/pages/assets/withdraw')
  await expect(main(page)).toContainText(en('error.withdrawalPending'))
  await main(page)
    .getByRole('button', { name: en('withdraw.records') })
    .click()
  await expect(main(page)).toContainText('250.50 USDT')
  expect((await axe(page)).violations).toEqual([])
  await main(page)
    .getByRole('button', { name: /250\.50/ })
    .or(main(page).getByText('250.50 USDT'))
    .first()
    .click()
  await advance(request, REVIEW_SECONDS)
  await expect(current).toContainText(en('status.withdrawal.finalReview'))
  expect(await coin(request, token)).toBe('1000')
  await advance(request, REVIEW_SECONDS)
  await expect(main(page)).toContainText(en('withdraw.paid'))
  await advance(request, 3600)
  expect(await coin(request, token)).toBe('749.5')
})

test(
  'a withdrawal that is left comes back with where it goes, also after a reload',
  LONG,
  async ({ page, request }) => {
    const { token } = await registerUser(request)
    await satisfyGuards(request, token)
    await confirmed(request, token, 'user/cash_save', {
      kind: 'address',
      currency: 'BTC',
      network: 'BTC',
      address: BITCOIN,
    })
    await storeSettings(page, { token })
    await page.goto('/h5/#/pages/assets/withdraw')
    // Neither was paid before: none is preselected.
    await main(page).getByRole('button', { name: /^BTC/ }).click()
    await type(page, '0.05')
    const comesBack = async (): Promise<void> => {
      await expect(main(page).getByRole('button', { name: /^BTC/ })).toBeVisible()
      await expect(field(page, 'withdraw.amount')).toHaveValue('0.05')
      await expect(main(page).getByRole('button', { name: /^USDT/ })).toHaveCount(0)
    }
    await survivesLeaving(page, '/pages/assets/withdraw', comesBack)
  },
)

test('a second one waits', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await satisfyGuards(request, token)
  await withdraw(request, token)
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/assets/withdraw')
  await expect(main(page)).toContainText(en('error.withdrawalPending'))
  await expect(submit(page)).toBeDisabled()
})

test('a failure shows its reason, and the money is returned', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await satisfyGuards(request, token)
  const id = await withdraw(request, token, { amount: '20.14', fee: '1', net: '19.14' })
  await advance(request, 2 * REVIEW_SECONDS)
  await storeSettings(page, { token })
  await page.goto(`/h5/#/pages/assets/withdrawDetail?id=${id}`)
  await expect(main(page)).toContainText(en('withdrawReason.nameDiffers'))
  expect(await coin(request, token)).toBe('1000')
  await main(page)
    .getByRole('button', { name: en('withdraw.again') })
    .click()
  await settled(page)
  await expect(main(page)).toContainText('1,000.00 USDT')
  await expect(submit(page)).toBeEnabled()
})

const cancelButton = (page: Page) => main(page).getByRole('button', { name: en('withdraw.cancel') })

/** Opens a withdrawal of 50 USDT in its first review, and the question whether to cancel it; returns the token. */
async function askToCancel(page: Page, request: APIRequestContext): Promise<string> {
  const { token } = await registerUser(request)
  await satisfyGuards(request, token)
  const id = await withdraw(request, token)
  await storeSettings(page, { token })
  await page.goto(`/h5/#/pages/assets/withdrawDetail?id=${id}`)
  await cancelButton(page).click()
  await expect(dialog(page)).toBeVisible()
  return token
}

test('one in its first review is cancelled, and the money is returned', LONG, async ({ page, request }) => {
  const token = await askToCancel(page, request)
  await expect(dialog(page)).toContainText('50.00 USDT')
  expect((await axe(page)).violations).toEqual([])
  await dialog(page)
    .getByRole('button', { name: en('withdraw.keep') })
    .click()
  await expect(main(page).locator('li[aria-current="step"]')).toContainText(en('status.withdrawal.firstReview'))
  await waitForTapGuard(page)
  await cancelButton(page).click()
  await dialog(page)
    .getByRole('button', { name: en('withdraw.cancel') })
    .click()
  await expectToast(page, en('success.cancelled'))
  await expect(main(page)).toContainText(en('withdrawReason.cancelled'))
  for (const absent of ['withdraw.net', 'status.withdrawal.failure', 'status.withdrawal.finalReview'] as const)
    await expect(main(page)).not.toContainText(en(absent))
  await expect(cancelButton(page)).toHaveCount(0)
  expect((await axe(page)).violations).toEqual([])
  await advance(request, 2 * REVIEW_SECONDS)
  expect(await coin(request, token)).toBe('1000')
})

test('one in its second review cannot be cancelled', LONG, async ({ page, request }) => {
  const token = await askToCancel(page, request)
  await advance(request, REVIEW_SECONDS)
  await dialog(page)
    .getByRole('button', { name: en('withdraw.cancel') })
    .click()
  await expectToast(page, en('error.orderCannotBeCancelled'))
  await expect(main(page).locator('li[aria-current="step"]')).toContainText(en('status.withdrawal.finalReview'))
  await advance(request, REVIEW_SECONDS)
  expect(await coin(request, token)).toBe('950')
})

test('the trading volume still required is shown before the attempt', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await satisfyGuards(request, token)
  await charge(request, token, { amount: '200' })
  await advance(request, 2 * REVIEW_SECONDS)
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/assets/withdraw')
  await expect(main(page)).toContainText(en('error.insufficientTurnover'))
  await expect(main(page)).toContainText('0.00 USDT of 200.00 USDT')
  await expect(submit(page)).toBeDisabled()
  await post(request, token, 'user/switch_account', { mode: 'demo' })
  await page.reload()
  await expect(main(page)).toContainText(en('withdraw.demo'))
})

test('a lost answer: the withdrawal is made once', LONG, async ({ page, request, pageErrors }) => {
  const { token } = await registerUser(request)
  await satisfyGuards(request, token)
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/assets/withdraw')
  await settled(page)
  await loseAnswers(page, 'wallet/out')
  await type(page, '60')
  await submit(page).click()
  await agree(page)
  await expect(page).toHaveURL(/withdrawDetail\?id=/)
  await advance(request, 2 * REVIEW_SECONDS)
  await expect(main(page)).toContainText(en('withdraw.paid'))
  expect(await coin(request, token)).toBe('940')
  allowConsoleErrors(pageErrors)
})

test('a currency without an address: the form of another one opens only by choice', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await satisfyGuards(request, token)
  await storeSettings(page, { token })
  const button = (name: string | RegExp) => main(page).getByRole('button', { name, exact: typeof name === 'string' })
  await page.goto('/h5/#/pages/assets/coin?currency=ETH')
  await settled(page)
  await button(en('withdraw.title')).click()
  await expect(main(page)).toContainText(en('withdraw.noWay', { currency: 'ETH' }))
  await expect(submit(page)).toHaveCount(0)
  expect((await axe(page)).violations).toEqual([])
  await button(en('withdraw.addPayee')).click()
  await expect(page).toHaveURL(/bankcard\/index/)
  await page.goBack()
  await settled(page)
  await button(/USDT · /).click()
  await expect(submit(page)).toBeVisible()
  await expect(main(page)).toContainText('1,000.00 USDT')
})

test('a withdrawal that names no currency goes to the only address', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await verify(request, token)
  await confirmed(request, token, 'user/cash_save', {
    kind: 'address',
    currency: 'BTC',
    network: 'BTC',
    address: BITCOIN,
  })
  await satisfyGuards(request, token)
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/assets/withdraw')
  await settled(page)
  await expect(main(page)).toContainText('BTC · ')
  await expect(submit(page)).toBeVisible()
})

test('a currency that cannot be withdrawn has no shortcut to a withdrawal', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/assets/coin?currency=SOL')
  await settled(page)
  const shortcut = (key: 'flash.title' | 'withdraw.title') =>
    main(page).getByRole('button', { name: en(key), exact: true })
  await expect(shortcut('flash.title')).toBeVisible()
  await expect(shortcut('withdraw.title')).toHaveCount(0)
})
