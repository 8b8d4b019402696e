import type { Page } from '@playwright/test'
import { png } from '../../support/server/png.ts'
import { LONG } from '../kit/long.ts'
import { axe } from '../kit/axe.ts'
import { documentNumber, verify } from '../kit/accessRules.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import { goto, settled, main } from '../kit/screen.ts'
import { allowConsoleErrors, expect, test } from '../kit/test.ts'
import { expectRefusal, expectToast } from '../kit/toasts.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { en } from '../kit/texts.ts'
import { advance } from '../kit/time.ts'

const field = (page: Page, key: string) => main(page).getByRole('textbox', { name: en(key) })
const send = (page: Page) => main(page).getByRole('button', { name: en('identity.submit') })
let pictures = 0
const picture = () => ({
  name: `picture${++pictures}.png`,
  mimeType: 'image/png',
  buffer: png((Date.now() + pictures) % 0xffffff),
})

async function choose(page: Page, key: string, item: string): Promise<void> {
  await main(page)
    .getByRole('button', { name: en(key) })
    .click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('radio').first()).toBeVisible()
  const search = sheet.getByRole('searchbox')
  if (await search.isVisible()) await search.fill(item)
  await sheet.getByRole('radio', { name: item, exact: true }).click()
}

async function fill(page: Page, number: string): Promise<void> {
  await field(page, 'field.firstName').fill('Anna')
  await field(page, 'field.lastName').fill('Keller')
  await choose(page, 'field.documentCountry', 'Portugal')
  await choose(page, 'field.documentType', en('document.idCard'))
  await field(page, 'field.documentNumber').fill(number)
}

/** Presses again after a pause: a press right after the last has no effect. */
async function sendAgain(page: Page): Promise<void> {
  await waitForTapGuard(page)
  await send(page).click()
}

/** Adds the pictures that the document needs: one of a passport, two of a card. */
async function add(page: Page, pages: 1 | 2 = 1): Promise<void> {
  const files = main(page).locator('input[type=file]')
  await expect(files).toHaveCount(pages)
  for (let index = 0; index < pages; index++) await files.nth(index).setInputFiles(picture())
}

test('the access rule leads to it, and on to the user’s destination after the review', async ({ page, request }) => {
  const { token } = await registerUser(request)
  await storeSettings(page, { token })
  await goto(page, '/pages/user/seniorAuth')
  await expect(page).toHaveURL(/user\/primaryAuth/)
  await send(page).click()
  await expect(main(page)).toContainText(en('form.required'))
  expect((await axe(page)).violations).toEqual([])
  await fill(page, documentNumber())
  await send(page).click()
  await expect(main(page)).toContainText(en('identity.reviewTitle'))
  await expect(main(page)).toContainText('Anna Keller')
  await advance(request)
  await expect(page).toHaveURL(/user\/seniorAuth/)
  await settled(page)
  expect((await axe(page)).violations).toEqual([])

  await add(page, 2)
  await send(page).click()
  await expect(main(page)).toContainText(en('identity.reviewTitle'))
  await expect(main(page).getByRole('img', { name: en('field.front') })).toBeVisible()
  await expect(main(page).getByRole('img', { name: en('field.back'), exact: true })).toBeVisible()
  await advance(request)
  await expect(main(page)).toContainText(en('identity.advancedDone'))
  await goto(page, '/pages/notification/index')
  await expect(main(page)).toContainText('Advanced verification passed')
  await goto(page, '/pages/user/index')
  await expect(main(page)).toContainText(en('status.identity.certified'))
})

test('a refusal shows its reason, and the data can be corrected', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await storeSettings(page, { token })
  await goto(page, '/pages/user/primaryAuth')
  const number = documentNumber('0001')
  await fill(page, number)
  await send(page).click()
  await expect(main(page)).toContainText(en('identity.reviewTitle'))
  await advance(request)
  await expect(main(page)).toContainText(en('identityReason.nameMismatch'))
  await expect(field(page, 'field.firstName')).toHaveValue('Anna')
  await expect(field(page, 'field.documentNumber')).toHaveValue(number)
  expect((await axe(page)).violations).toEqual([])
  await field(page, 'field.documentNumber').fill(documentNumber())
  await send(page).click()
  await expect(main(page)).toContainText(en('identity.reviewTitle'))
  await advance(request)
  await expect(main(page)).toContainText(en('identity.certifiedTitle'))
})

test('a number already verified, and one that is invalid', LONG, async ({ page, request }) => {
  const [first, second] = [await registerUser(request), await registerUser(request)]
  const number = documentNumber()
  await verify(request, first.token, number, 'idCard')
  await storeSettings(page, { token: second.token })
  await goto(page, '/pages/user/primaryAuth')
  await fill(page, 'ABCDEF')
  await send(page).click()
  await expectRefusal(page, en('error.documentNumberInvalid'))
  await field(page, 'field.documentNumber').fill(number.toLowerCase())
  await sendAgain(page)
  await expectRefusal(page, en('error.idNumberVerified'))
  await expect(field(page, 'field.lastName')).toHaveValue('Keller')
})

test('a restricted country cannot be chosen, and is refused', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await storeSettings(page, { token })
  await goto(page, '/pages/user/primaryAuth')
  await main(page)
    .getByRole('button', { name: en('field.documentCountry') })
    .click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('Portugal', { exact: true })).toBeVisible()
  await sheet.getByRole('searchbox').fill('Cuba')
  await expect(sheet.getByRole('radio', { name: 'Cuba' })).toBeDisabled()
  const data = {
    lang: 'en',
    level: 'primary',
    firstName: 'Anna',
    lastName: 'Keller',
    country: 'CU',
    documentType: 'passport',
    number: documentNumber(),
  }
  const reply = await request.post('/api/user/real_name', { headers: { authorization: token }, data })
  expect(await reply.json()).toMatchObject({ type: 'error', code: 'countryRestricted' })
})

test('refused pictures: the reason, and others can be sent', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await verify(request, token, documentNumber('0012'))
  await storeSettings(page, { token })
  await goto(page, '/pages/user/seniorAuth')
  await main(page)
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'note.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(main(page)).toContainText(en('form.fileType', { types: 'JPEG, PNG, WebP' }))
  await add(page)
  await send(page).click()
  await expect(main(page)).toContainText(en('identity.reviewTitle'))
  await advance(request)
  await expect(main(page)).toContainText(en('identityReason.imageMismatch'))
  await add(page)
  await send(page).click()
  await expect(main(page)).toContainText(en('identity.reviewTitle'))
})

test('an upload that is cut off can be sent again', LONG, async ({ page, request, pageErrors }) => {
  const { token } = await registerUser(request)
  await verify(request, token, documentNumber(), 'idCard')
  await storeSettings(page, { token })
  await goto(page, '/pages/user/seniorAuth')
  await add(page, 2)
  let sent = 0
  await page.route('**/api/upload', async (route) => {
    sent += 1
    // The second picture arrives, and its answer is lost.
    if (sent !== 2) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await send(page).click()
  await expectToast(page, en('error.unreachable'))
  await sendAgain(page)
  await expect(main(page)).toContainText(en('identity.reviewTitle'))
  allowConsoleErrors(pageErrors)
})

test('member area: data, score, levels, invitation, statistics', LONG, async ({ page, request }) => {
  const { token, account } = await registerUser(request)
  await storeSettings(page, { token })
  const shown: [string, string][] = [
    ['/pages/user/data', account],
    ['/pages/user/credit', en('creditWord.fair')],
    ['/pages/user/member', 'Trade and withdraw'],
    ['/pages/user/invite', en('invite.empty')],
    ['/pages/statistics/index', en('statistics.none')],
  ]
  for (const [route, text] of shown) {
    await goto(page, route)
    await expect(main(page), route).toContainText(text)
    expect((await axe(page)).violations, route).toEqual([])
  }
  await expect(main(page).getByRole('table', { name: en('statistics.sides') })).toContainText('0 / 0')
})

for (const means of [true, false]) {
  test(
    `the invitation is shared ${means ? 'by the means of the device' : 'by copying it where the device has none'}`,
    LONG,
    async ({ page, request, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const { token } = await registerUser(request)
      await storeSettings(page, { token })
      await page.addInitScript((has) => {
        const share = async (link: ShareData) => void Object.assign(window, { shared: link })
        Object.defineProperty(navigator, 'share', { value: has ? share : undefined, configurable: true })
        Object.defineProperty(navigator, 'canShare', { value: has ? () => true : undefined, configurable: true })
      }, means)
      const reply = (await (
        await request.get('/api/user/invite?lang=en', { headers: { authorization: token } })
      ).json()) as { data: { url: string } }
      await goto(page, '/pages/user/invite')
      await main(page)
        .getByRole('button', { name: en('invite.share') })
        .click()
      if (means) {
        const shared = await page.evaluate(() => (window as unknown as { shared?: ShareData }).shared)
        expect(shared).toEqual({ title: en('invite.title'), text: en('invite.message'), url: reply.data.url })
      } else {
        await expectToast(page, en('ui.copied'))
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reply.data.url)
      }
    },
  )
}
