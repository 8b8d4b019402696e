import { groupsOfFour } from '../../../src/product/domain/groupsOfFour.ts'
import { verify } from '../kit/accessRules.ts'
import { axe } from '../kit/axe.ts'
import { confirmIdentity } from '../kit/flows/confirmIdentity.ts'
import { LONG } from '../kit/long.ts'
import { settled, dialog, main } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { BITCOIN, post } from '../kit/flows/withdraw.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import { en } from '../kit/texts.ts'
import { expectToast } from '../kit/toasts.ts'

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const field = (page: Parameters<typeof main>[0], key: string) => main(page).getByRole('textbox', { name: en(key) })

test(
  'a wallet address: another network gives a warning, then it is added, and deleted',
  LONG,
  async ({ page, request }) => {
    const { token } = await registerUser(request)
    await storeSettings(page, { token })
    await page.goto('/h5/#/pages/bankcard/index')
    await expect(main(page)).toContainText(en('bankcard.noAddresses'))
    await main(page)
      .getByRole('button', { name: en('bankcard.addAddress') })
      .click()
    await settled(page)
    await field(page, 'field.walletAddress').fill(BITCOIN)
    await expect(main(page)).toContainText(en('bankcard.looksLike', { network: 'BTC' }))
    await main(page)
      .getByRole('button', { name: en('bankcard.save') })
      .click()
    await expect(main(page)).toContainText(en('error.wrongAddress'))
    expect((await axe(page)).violations).toEqual([])
    await field(page, 'field.walletAddress').fill(TRON)
    await field(page, 'field.payeeLabel').fill('Ledger')
    await expect(main(page)).not.toContainText(en('bankcard.looksLike', { network: 'BTC' }))
    await main(page)
      .getByRole('button', { name: en('bankcard.save') })
      .click()
    await confirmIdentity(page)
    await expectToast(page, en('success.added'))
    await expect(main(page)).toContainText(groupsOfFour(TRON))
    await expect(main(page)).toContainText('Ledger')
    await expect(main(page)).toContainText(en('bankcard.neverPaid'))
    expect((await axe(page)).violations).toEqual([])

    await main(page)
      .getByRole('button', { name: en('bankcard.delete') })
      .click()
    await expect(dialog(page)).toContainText(groupsOfFour(TRON))
    await dialog(page)
      .getByRole('button', { name: en('bankcard.delete') })
      .click()
    await expect(main(page)).toContainText(en('bankcard.noAddresses'))
  },
)

test('a bank card is shown by its last digits, and once', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/bankcard/addbank')
  await field(page, 'field.cardNumber').fill('4242 4242 4242 4241')
  await field(page, 'field.cardHolder').fill('Ann Miller')
  await field(page, 'field.bankName').fill('First Bank')
  await main(page)
    .getByRole('button', { name: en('bankcard.save') })
    .click()
  await expect(main(page)).toContainText(en('error.wrongCardNumber'))
  await field(page, 'field.cardNumber').fill('4242 4242 4242 4242')
  await main(page)
    .getByRole('button', { name: en('bankcard.save') })
    .click()
  await confirmIdentity(page)
  await expectToast(page, en('success.added'))
  // The form was opened directly, by its address.
  await expect(page).toHaveURL(/#\/pages\/bankcard\/index/)
  await page.getByRole('tab', { name: en('bankcard.cards') }).click()
  await expect(main(page)).toContainText('•••• 4242')
  await expect(main(page)).not.toContainText('4242 4242')

  // Once the name is verified, a card of another person is refused beside the name.
  await verify(request, token)
  await page.goto('/h5/#/pages/bankcard/addbank')
  await settled(page)
  await field(page, 'field.cardNumber').fill('5555 5555 5555 4444')
  await field(page, 'field.cardHolder').fill('Ann Miller')
  await field(page, 'field.bankName').fill('First Bank')
  await main(page)
    .getByRole('button', { name: en('bankcard.save') })
    .click()
  await confirmIdentity(page)
  await expect(main(page)).toContainText(en('error.holderDiffers'))
  await expect(field(page, 'field.cardHolder')).toHaveAttribute('aria-invalid', 'true')
})

test('the app’s own deposit address is refused as a payee, beside the address', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  const { address } = await post(request, token, 'wallet/get_in_address', {
    channel: 'wallet',
    currency: 'USDT',
    network: 'TRC20',
  })
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/bankcard/add')
  await settled(page)
  await field(page, 'field.walletAddress').fill(String(address))
  await main(page)
    .getByRole('button', { name: en('bankcard.save') })
    .click()
  await confirmIdentity(page)
  await expect(main(page)).toContainText(en('error.ownDepositAddress'))
  await expect(field(page, 'field.walletAddress')).toHaveAttribute('aria-invalid', 'true')
})

test(
  'only confirmed payees: on at once, off after a step-up and the hold, kept by a press',
  LONG,
  async ({ page, request }) => {
    const { token } = await registerUser(request)
    await storeSettings(page, { token })
    await page.goto('/h5/#/pages/bankcard/index')
    const control = main(page).getByRole('switch', { name: en('whitelist.title') })
    await control.click()
    await expect(control).toBeChecked()
    await waitForTapGuard(page)
    await control.click()
    await expect(dialog(page)).toContainText(en('whitelist.offText'))
    await waitForTapGuard(page)
    await dialog(page)
      .getByRole('button', { name: en('whitelist.off') })
      .click()
    await confirmIdentity(page)
    const keep = main(page).getByRole('button', { name: en('whitelist.keep') })
    await expect(keep).toBeVisible()
    await expect(control).toBeDisabled()
    expect((await axe(page)).violations).toEqual([])
    await keep.click()
    await expect(control).toBeEnabled()
    await expect(control).toBeChecked()
  },
)
