import type { APIRequestContext, Page } from '@playwright/test'
import { UPLOAD_BYTES } from '../../src/core/uploads.ts'
import { documentNumber, verify } from './kit/accessRules.ts'
import { choosePicture, en, largePhoto, main } from './kit/deposit.ts'
import { goto } from './kit/screen.ts'
import { expect, test } from './kit/test.ts'
import { registerUser, storeSettings } from './kit/user.ts'

const photo = { name: 'photo.png', mimeType: 'image/png', buffer: largePhoto() }

async function openAt(page: Page, request: APIRequestContext, route: string): Promise<void> {
  const { token } = await registerUser(request)
  await verify(request, token, documentNumber())
  await storeSettings(page, { token })
  await goto(page, route)
}

/** Size and type of the next upload that the server takes. */
async function uploaded(page: Page): Promise<{ type: string; bytes: number }> {
  const reply = await page.waitForResponse(/\/api\/upload$/)
  return ((await reply.json()) as { data: { type: string; bytes: number } }).data
}

test('photos of a document above the limit are scaled down, which the field says before', async ({ page, request }) => {
  expect(photo.buffer.length).toBeGreaterThan(UPLOAD_BYTES)
  await openAt(page, request, '/pages/user/seniorAuth')
  await expect(main(page).getByText(en('form.fileScaled', { types: 'JPEG, PNG, WebP', max: '5 MB' }))).toHaveCount(2)
  for (const index of [0, 1])
    await main(page)
      .locator('input[type=file]')
      .nth(index)
      .setInputFiles({ ...photo, buffer: largePhoto() })
  await expect(main(page).locator('img[src^="blob:"]')).toHaveCount(2, { timeout: 60_000 })
  const reply = uploaded(page)
  await main(page)
    .getByRole('button', { name: en('identity.submit') })
    .click()
  const { type, bytes } = await reply
  expect(type).toBe('image/jpeg')
  expect(bytes).toBeLessThanOrEqual(UPLOAD_BYTES)
  await expect(main(page)).toContainText(en('identity.reviewTitle'))
})

test('a screenshot of a deposit above the limit is scaled down', async ({ page, request }) => {
  await openAt(page, request, '/pages/assets/topup')
  await expect(main(page)).toContainText(en('deposit.screenshotHint'))
  const reply = uploaded(page)
  await choosePicture(page, en('deposit.upload'), largePhoto())
  expect((await reply).type).toBe('image/jpeg')
  await expect(main(page)).toContainText(en('deposit.uploaded'))
})

test('a photo of any size becomes a small avatar', async ({ page, request }) => {
  await openAt(page, request, '/pages/user/data')
  await expect(main(page)).toContainText(en('form.fileHint', { types: 'JPEG, PNG, WebP', max: '64 MB' }))
  await main(page).locator('input[type=file]').setInputFiles(photo)
  const reply = uploaded(page)
  await page.getByRole('button', { name: en('ui.usePicture') }).click()
  const { type, bytes } = await reply
  expect(type).toBe('image/jpeg')
  expect(bytes).toBeLessThan(UPLOAD_BYTES / 10)
})
