import { readFileSync } from 'node:fs'
import { LONG } from '../kit/long.ts'
import { entering, openView, studioForFile } from '../kit/flows/studio.ts'
import { expect, test } from '../kit/test.ts'

const place = studioForFile()
const enter = entering(place)

test('texts are edited in a table of languages', LONG, async ({ page }) => {
  await enter(page, 'Linus')
  await openView(page, 'Texts')
  await page.getByRole('searchbox', { name: 'Search the texts' }).fill('about.title')
  const cell = page.getByLabel('about.title in English', { exact: true })
  await cell.fill('About this app')
  await expect(cell).toHaveValue('About this app')
  await page.getByLabel('Filter').selectOption('changed')
  await expect(page.getByLabel('about.title in German', { exact: true })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'For translators' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^Language/)
    .selectOption('de')
  await page.getByRole('button', { name: 'Save the file' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file).toContain('<source xml:space="preserve">About this app</source>')
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('1 file was saved')
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()

  await test.step('files of translators are read under the policy of the page', async () => {
    const translated = (language: string, words: string) => ({
      name: `${language}.xlf`,
      mimeType: 'application/xliff+xml',
      buffer: Buffer.from(
        file
          .replace('trgLang="de"', `trgLang="${language}"`)
          .replace(/<target([^>]*)>.*?<\/target>/, `<target$1>${words}</target>`),
      ),
    })
    await page.getByRole('button', { name: 'From translators' }).click()
    await page
      .getByLabel('Files of translators (XLIFF 2.0)')
      .setInputFiles([translated('de', 'Über diese App'), translated('fr', 'À propos de cette app')])
    const dialog = page.getByRole('dialog', { name: 'Import translations' })
    await expect(dialog.getByRole('status')).toHaveText('It changes 1 text in French and 1 text in German.')
    await expect(page.getByLabel('about.title in German', { exact: true })).not.toHaveValue('Über diese App')
    await dialog.getByRole('button', { name: 'Take over' }).click()
    await expect(page.getByLabel('about.title in German', { exact: true })).toHaveValue('Über diese App')
    await expect(page.getByLabel('about.title in French', { exact: true })).toHaveValue('À propos de cette app')
  })
})

test('the reference lists widgets with their properties, and calls with their answers', LONG, async ({ page }) => {
  await enter(page)
  await openView(page, 'Reference')
  await page.getByRole('button', { name: /^Widgets/ }).click()
  await expect(page.getByRole('button', { name: 'Picture of Button', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Picture of EmptyState', exact: true }).click()
  await expect(page.frameLocator('iframe[title="Stories of EmptyState"]').getByText('EmptyState').first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search the reference' }).fill('wallet/out_info')
  await expect(page.getByRole('heading', { name: /wallet\/out_info/ })).toBeVisible()
})
