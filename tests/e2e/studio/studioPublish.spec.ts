import { LONG } from '../kit/long.ts'
import { entering, openView, studioForFile } from '../kit/flows/studio.ts'
import { expect, test } from '../kit/test.ts'

const place = studioForFile()
const enter = entering(place)

test('a change set is published with a note', LONG, async ({ page }) => {
  await enter(page, 'Grace')
  await openView(page, 'Texts')
  await page.getByRole('searchbox', { name: 'Search the texts' }).fill('about.title')
  await page.getByLabel('about.title in English', { exact: true }).fill('About this app')
  await openView(page, 'Changes')
  await expect(page.getByRole('region', { name: 'Changed files' })).toContainText('English texts')
  const noticed = page.getByRole('region', { name: 'What users will notice' })
  await expect(noticed).toContainText('About this app')
  await page.getByLabel('What changes, and why').fill('a clearer title')
  await page.getByRole('button', { name: 'Publish 1 file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish for everybody?' })
  await expect(dialog).toContainText('1 text in English')
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText(/It is live\./).first()).toBeVisible()
  const { out } = await place().run(['log'])
  expect(out).toContain('a clearer title')
  await openView(page, 'Screens')
  await page.getByRole('searchbox', { name: 'Search the catalogue' }).fill('en')
  await page.getByRole('button', { name: 'Commands of en', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Who changed it' }).click()
  await expect(page.getByRole('row', { name: /Grace.*a clearer title/ })).toBeVisible()
})
