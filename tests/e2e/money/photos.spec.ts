import type { APIRequestContext, Page } from '@playwright/test'
import { UPLOAD_BYTES } from '../../../src/engine/language/forms/uploads.ts'
import { documentNumber, verify } from '../kit/accessRules.ts'
import { choosePicture, largePhoto } from '../kit/flows/deposit.ts'
import { LONG } from '../kit/long.ts'
import { goto, main } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { expectToast } from '../kit/toasts.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { en } from '../kit/texts.ts'

const photo = { name: 'photo.png', mimeType: 'image/png', buffer: largePhoto() }

async function openAt(page: Page, request: APIRequestContext, route: string): Promise<void> {
  const { token } = await registerUser(request)
  // Both sides of an ID card are required, one page of a passport.
  await verify(request, token, documentNumber(), 'idCard')
  await storeSettings(page, { token })
  await goto(page, route)
}

/** Type and size of every upload that the server takes, in order. */
async function uploads(page: Page): Promise<{ type: string; bytes: number }[]> {
  const taken: { type: string; bytes: number }[] = []
  await page.route('**/api/upload', async (route) => {
    const response = await route.fetch()
    taken.push(((await response.json()) as { data: { type: string; bytes: number } }).data)
    await route.fulfill({ response })
  })
  return taken
}

test(
  'photos of a document above the limit are scaled down, which the field says before',
  LONG,
  async ({ page, request }) => {
    expect(photo.buffer.length).toBeGreaterThan(UPLOAD_BYTES)
    await openAt(page, request, '/pages/user/seniorAuth')
    await expect(main(page).getByText(en('form.fileScaled', { types: 'JPEG, PNG, WebP', max: '5 MB' }))).toHaveCount(2)
    for (const index of [0, 1])
      await main(page)
        .locator('input[type=file]')
        .nth(index)
        .setInputFiles({ ...photo, buffer: largePhoto() })
    await expect(main(page).locator('img[src^="blob:"]')).toHaveCount(2)
    const taken = await uploads(page)
    await main(page)
      .getByRole('button', { name: en('identity.submit') })
      .click()
    await expect(main(page)).toContainText(en('identity.reviewTitle'))
    expect(taken.map(({ type }) => type)).toEqual(['image/jpeg', 'image/jpeg'])
    for (const { bytes } of taken) expect(bytes).toBeLessThanOrEqual(UPLOAD_BYTES)
  },
)

test('a screenshot of a deposit above the limit is scaled down', LONG, async ({ page, request }) => {
  await openAt(page, request, '/pages/assets/topup')
  await expect(main(page)).toContainText(en('deposit.screenshotHint', { megabytes: '5' }))
  const taken = await uploads(page)
  await choosePicture(page, en('deposit.upload'), largePhoto())
  await expect(main(page)).toContainText(en('deposit.uploaded'))
  expect(taken).toMatchObject([{ type: 'image/jpeg' }])
})

test('a photo of any size becomes a small avatar', LONG, async ({ page, request }) => {
  await openAt(page, request, '/pages/user/data')
  await expect(main(page)).toContainText(en('form.fileHint', { types: 'JPEG, PNG, WebP', max: '64 MB' }))
  await main(page).locator('input[type=file]').setInputFiles(photo)
  const taken = await uploads(page)
  await page.getByRole('button', { name: en('ui.usePicture') }).click()
  await expectToast(page, en('success.saved'))
  expect(taken).toMatchObject([{ type: 'image/jpeg' }])
  expect(taken[0]?.bytes).toBeLessThan(UPLOAD_BYTES / 10)
})
