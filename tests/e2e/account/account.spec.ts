import type { APIRequestContext, Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { axe } from '../kit/axe.ts'
import { confirmIdentity } from '../kit/flows/confirmIdentity.ts'
import { appCode, logIn, loginOverApi } from '../kit/flows/login.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import { settled, main } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { expectRefusal, expectToast } from '../kit/toasts.ts'
import { registerUser, storeSettings, type Member } from '../kit/flows/user.ts'
import { en } from '../kit/texts.ts'

const field = (page: Page, key: string) => main(page).getByLabel(en(key), { exact: true }).and(page.locator('input'))
const press = (page: Page, key: string) =>
  main(page)
    .getByRole('button', { name: en(key), exact: true })
    .click()
/** Submits a form again: a press right after the last counts as the same. */
async function again(page: Page, key: string): Promise<void> {
  await waitForTapGuard(page)
  await press(page, key)
}
const toast = (page: Page, key: string) => expectToast(page, en(key))

async function open(page: Page, request: APIRequestContext, address = '/pages/user/set'): Promise<Member> {
  const member = await registerUser(request)
  await storeSettings(page, { token: member.token })
  await page.goto(`/h5/#${address}`)
  await settled(page)
  return member
}

/** One entry of the settings, with its state. */
async function entry(page: Page, key: string, value?: string): Promise<void> {
  await main(page)
    .getByRole('button', { name: new RegExp(`^${en(key)}.*${value ?? ''}`) })
    .click()
  await settled(page)
}

async function sound(page: Page): Promise<void> {
  await settled(page)
  expect((await axe(page)).violations).toEqual([])
}

async function codeFor(request: APIRequestContext, address: string): Promise<string> {
  const { rows } = (await (await request.get(`/sandbox/outbox.json?to=${encodeURIComponent(address)}`)).json()) as {
    rows: { code: string }[]
  }
  return rows[0]?.code ?? ''
}

async function typeOf(request: APIRequestContext, token: string): Promise<string> {
  return (
    (await (await request.get('/api/user/info?lang=en', { headers: { authorization: token } })).json()) as {
      type: string
    }
  ).type
}

test('a changed password ends the other session and keeps this one', async ({ page, request }) => {
  const member = await open(page, request)
  const elsewhere = await loginOverApi(request, member)
  await entry(page, 'field.loginPassword')
  await sound(page)
  await field(page, 'field.oldPassword').fill(member.password)
  await field(page, 'field.newPassword').fill(member.password)
  await field(page, 'field.passwordConfirm').fill(member.password)
  await press(page, 'loginPassword.submit')
  await expect(main(page)).toContainText(en('error.passwordUnchanged'))
  await field(page, 'field.newPassword').fill('secret34')
  await field(page, 'field.passwordConfirm').fill('secret35')
  await again(page, 'loginPassword.submit')
  await expect(main(page)).toContainText(en('error.passwordsInconsistent'))
  await field(page, 'field.passwordConfirm').fill('secret34')
  await field(page, 'field.oldPassword').fill('not-this-one')
  await again(page, 'loginPassword.submit')
  await expectRefusal(page, en('error.oldPasswordWrong'))
  await field(page, 'field.oldPassword').fill(member.password)
  await again(page, 'loginPassword.submit')
  await toast(page, 'success.passwordChanged')
  await expect(page).toHaveURL(/#\/pages\/user\/set/)
  expect([await typeOf(request, elsewhere), await typeOf(request, member.token)]).toEqual(['999', 'ok'])
  expect(await loginOverApi(request, { ...member, password: 'secret34' })).not.toBe('')
})

test('the devices: this one is marked, and all others are signed out', LONG, async ({ page, request }) => {
  const member = await open(page, request)
  const elsewhere = await loginOverApi(request, member)
  await entry(page, 'sessions.title')
  await expect(main(page)).toContainText(en('sessions.current'))
  await expect(main(page).getByText('Chrome, Android')).toHaveCount(2)
  await sound(page)
  await press(page, 'sessions.end')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: en('sessions.end') })
    .click()
  await toast(page, 'sessions.ended')
  await expect(main(page).getByText('Chrome, Android')).toHaveCount(1)
  await expect(main(page).getByRole('button', { name: en('sessions.end') })).toHaveCount(0)
  expect([await typeOf(request, elsewhere), await typeOf(request, member.token)]).toEqual(['999', 'ok'])
})

test(
  'the payment password is set, changed, and reset with the login password where nothing else is bound',
  LONG,
  async ({ page, request }) => {
    const member = await open(page, request)
    await entry(page, 'payPassword.title', en('security.notSet'))
    await sound(page)
    await field(page, 'field.payPassword').fill('24681')
    await field(page, 'field.payPasswordConfirm').fill('246810')
    await field(page, 'field.loginPassword').fill(member.password)
    await press(page, 'payPassword.submit')
    await expect(main(page)).toContainText(en('form.invalid'))
    await field(page, 'field.payPassword').fill('123456')
    await field(page, 'field.payPasswordConfirm').fill('123456')
    await again(page, 'payPassword.submit')
    await expect(main(page)).toContainText(en('error.weakPayPassword'))
    await field(page, 'field.payPasswordConfirm').fill('246810')
    await field(page, 'field.payPassword').fill('246810')
    await again(page, 'payPassword.submit')
    await expect(main(page)).toContainText(en('payPassword.doneText'))
    await press(page, 'ui.ok')

    await entry(page, 'payPassword.title', en('security.isSet'))
    await sound(page)
    await field(page, 'field.oldPayPassword').fill('000000')
    await field(page, 'field.newPayPassword').fill('135791')
    await field(page, 'field.payPasswordConfirm').fill('135791')
    await again(page, 'payPassword.submit')
    await confirmIdentity(page, member.password)
    await expectRefusal(page, en('error.wrongPayPassword'))
    await field(page, 'field.oldPayPassword').fill('246810')
    await again(page, 'payPassword.submit')
    await confirmIdentity(page, member.password)
    await toast(page, 'success.set')
    await expect(page).toHaveURL(/#\/pages\/user\/set/)

    await entry(page, 'payPassword.title')
    await press(page, 'payPassword.forgot')
    await field(page, 'field.newPayPassword').fill('975310')
    await field(page, 'field.payPasswordConfirm').fill('975310')
    await again(page, 'payPassword.submit')
    await confirmIdentity(page, member.password)
    await toast(page, 'success.set')
  },
)

test(
  'a phone is added from the personal data and changed, each time with a code to it',
  LONG,
  async ({ page, request }) => {
    const member = await open(page, request, '/pages/user/data')
    const [first, second] = [1, 2].map(() => `20255${String(Math.floor(Math.random() * 1e5)).padStart(5, '0')}`)
    const type = async (label: string, number = '') => {
      await sound(page)
      await field(page, label).fill(number)
      await press(page, 'form.sendCode')
      await toast(page, 'success.codeSent')
    }
    await entry(page, 'field.phone', en('data.none'))
    await type('field.phone', first)
    await field(page, 'field.code').fill('000000')
    await press(page, 'phone.submit')
    await confirmIdentity(page, member.password)
    await expectRefusal(page, en('error.wrongCode'))
    await field(page, 'field.code').fill(await codeFor(request, `+1 ${first}`))
    await again(page, 'phone.submit')
    await confirmIdentity(page, member.password)
    await toast(page, 'success.set')
    await expect(page).toHaveURL(/#\/pages\/user\/data/)
    await expect(main(page)).not.toContainText(String(first))

    await page.goto('/h5/#/pages/user/set')
    await settled(page)
    await entry(page, 'field.phone', `\\+1 ${first}`)
    await expect(main(page)).toContainText(`+1 ${first}`)
    await type('field.newPhone', second)
    await field(page, 'field.newPhoneCode').fill(await codeFor(request, `+1 ${second}`))
    await again(page, 'phone.submit')
    const sheet = page.getByRole('dialog', { name: en('shell.stepUpTitle') })
    // A press while the sheet opens is dropped.
    await expect(async () => {
      await sheet.getByRole('button', { name: en('form.sendCode') }).click({ timeout: 2000 })
      await expect(sheet.getByRole('button', { name: /^Again in \d+ s$/ })).toBeVisible({ timeout: 2000 })
    }).toPass({ timeout: 30_000 })
    await sheet.getByLabel(en('field.code')).fill(await codeFor(request, `+1 ${first}`))
    await confirmIdentity(page, member.password)
    await expect(main(page)).toContainText(`+1 ${second}`)
  },
)

test('an e-mail address is bound by a code, and resets the payment password', LONG, async ({ page, request }) => {
  const member = await open(page, request)
  const address = `${member.account}@example.org`
  await request.post('/api/safe/pay_password', {
    headers: { authorization: member.token },
    data: { lang: 'en', way: 'set', loginPassword: member.password, password: '246810' },
  })
  await page.reload()
  await settled(page)
  await entry(page, 'security.email', en('security.notBound'))
  await sound(page)
  await field(page, 'field.email').fill(address)
  await press(page, 'form.sendCode')
  await toast(page, 'success.codeSent')
  const resting = main(page).getByRole('button', { name: /^Again in \d+ s$/ })
  await expect(resting).toBeDisabled()
  // The countdown runs on while another screen is open.
  await page.goBack()
  await settled(page)
  await entry(page, 'security.email')
  await expect(resting).toBeDisabled()
  await field(page, 'field.email').fill(address)
  await field(page, 'field.code').fill('000000')
  await press(page, 'email.submit')
  await confirmIdentity(page, member.password)
  await expectRefusal(page, en('error.wrongCode'))
  await field(page, 'field.code').fill(await codeFor(request, address))
  await again(page, 'email.submit')
  await confirmIdentity(page, member.password)
  await toast(page, 'success.set')
  await expect(page).toHaveURL(/#\/pages\/user\/set/)
  await expect(main(page)).toContainText(address)

  await entry(page, 'payPassword.title')
  await press(page, 'payPassword.forgot')
  await expect(main(page)).toContainText(en('payPassword.resetText'))
  await sound(page)
  await field(page, 'field.newPayPassword').fill('135791')
  await field(page, 'field.payPasswordConfirm').fill('135791')
  await press(page, 'payPassword.submit')
  // With an address the login password is not enough.
  const sheet = page.getByRole('dialog', { name: en('shell.stepUpTitle') })
  await sheet.getByLabel(en('field.loginPassword')).fill(member.password)
  await expect(sheet.getByRole('button', { name: en('shell.stepUpConfirm') })).toBeDisabled()
  await sheet.getByRole('button', { name: en('form.sendCode') }).click()
  await expect(sheet.getByRole('button', { name: /^Again in \d+ s$/ })).toBeVisible()
  expect((await axe(page)).violations).toEqual([])
  await sheet.getByLabel(en('field.code'), { exact: true }).fill(await codeFor(request, address))
  await confirmIdentity(page, member.password)
  await expect(page).toHaveURL(/#\/pages\/user\/set/)
  const verify = await request.post('/api/safe/pay_verify', {
    headers: { authorization: member.token },
    data: { lang: 'en', call: 'wallet/transfer', password: '135791' },
  })
  expect(((await verify.json()) as { type: string }).type).toBe('ok')
})

test('two-factor sign-in: on, out, in with a code, off', LONG, async ({ page, request }) => {
  const member = await open(page, request)
  await entry(page, 'security.twoFactor', en('security.off'))
  await expect(main(page).getByRole('figure', { name: en('twoFactor.qr') })).toBeVisible()
  await sound(page)
  const secret = (
    await main(page)
      .getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
      .innerText()
  ).replaceAll(/\s/g, '')
  const fill = async (code: string) => {
    await field(page, 'field.appCode').fill(code)
    await field(page, 'field.loginPassword').fill(member.password)
  }
  await fill('000000')
  await press(page, 'twoFactor.switchOn')
  await expectRefusal(page, en('error.wrongCode'))
  await fill(await appCode(request, secret))
  await again(page, 'twoFactor.switchOn')
  await expect(main(page)).toContainText(en('twoFactor.recoveryText'))
  await expect(main(page).getByText(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/)).toHaveCount(8)
  await sound(page)
  await press(page, 'twoFactor.written')
  await expect(page).toHaveURL(/#\/pages\/user\/set/)
  await expect(
    main(page).getByRole('button', { name: new RegExp(`^${en('security.twoFactor')}.*${en('security.on')}`) }),
  ).toBeVisible()

  await press(page, 'user.logout')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: en('user.logout') })
    .click()
  await expect(page).toHaveURL(/#\/pages\/index\/index/)
  await page.goto('/h5/#/pages/login/index')
  await settled(page)
  await logIn(page, member)
  await expect(main(page)).toContainText(en('login.codeText'))
  await sound(page)
  await field(page, 'field.appCode').fill('000000')
  await press(page, 'login.submit')
  await expectRefusal(page, en('error.wrongCode'))
  await field(page, 'field.appCode').fill(await appCode(request, secret))
  await again(page, 'login.submit')
  await expect(page).not.toHaveURL(/login/)

  await page.goto('/h5/#/pages/user/google')
  await settled(page)
  await expect(main(page)).toContainText(en('twoFactor.isOn'))
  await sound(page)
  await fill(await appCode(request, secret))
  await press(page, 'twoFactor.switchOff')
  await toast(page, 'success.set')
  expect(await loginOverApi(request, member)).not.toBe('')
})
