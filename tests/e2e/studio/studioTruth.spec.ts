import { LONG } from '../kit/long.ts'
import {
  editorOf,
  enterStudio,
  entering,
  frameOf,
  newChangeSet,
  openScreen,
  openView,
  problemsOf,
  studioForFile,
} from '../kit/flows/studio.ts'
import { expect, test } from '../kit/test.ts'

const place = studioForFile()
const enter = entering(place)

const SET = 'placard.studio.changeSet'

test('another author in the same change set does not change the preview', LONG, async ({ page, browser }) => {
  await enter(page, 'Ada', 'hidden')
  await newChangeSet(page)
  await openView(page, 'Forms')
  await page.getByRole('complementary', { name: 'Forms' }).getByRole('button', { name: 'priceAlert' }).click()
  const live = page.frameLocator('iframe[title="The live form"]')
  await expect(live.getByRole('textbox', { name: 'Alert price' })).toBeVisible()
  const changeSet = await page.evaluate((key) => sessionStorage.getItem(key), SET)
  expect(changeSet).not.toBeNull()

  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const other = await context.newPage()
  await other.addInitScript(
    ([key, id]) => location.protocol.startsWith('http') && sessionStorage.setItem(key ?? '', id ?? ''),
    [SET, changeSet],
  )
  await enterStudio(other, place().origin, 'Bea', 'hidden')
  await openScreen(other, 'help/index')
  await expect(frameOf(other).getByRole('main').first()).toBeVisible()

  // The app in the frame asks for the catalogue again.
  const asked = page.waitForResponse(/\/draft\/[^/]+\/live\.json/)
  await live
    .locator('html')
    .evaluate((element) => element.ownerDocument.defaultView?.dispatchEvent(new Event('online')))
  await asked
  await expect(live.getByRole('textbox', { name: 'Alert price' })).toBeVisible()
  await expect(live.getByText('This page does not exist')).toBeHidden()
  await context.close()
})

test('a user of the preview reads what is public in the language of the preview', LONG, async ({ page }) => {
  await enter(page, 'Ada', 'hidden')
  await openScreen(page, 'index/index')
  await page.getByLabel('User', { exact: true }).selectOption('verified')
  await page.getByLabel('Language', { exact: true }).selectOption('de')
  await expect(frameOf(page).locator('main:visible').first()).toContainText('Ruhiger')
  await expect(frameOf(page).locator('main:visible').first()).not.toContainText(/[\u3040-\u30ff]/)
})

test('problems are in the language of the author, and their count leads to the list', LONG, async ({ page }) => {
  await enter(page, 'Ada')
  await newChangeSet(page)
  await openScreen(page, 'help/index')
  await page.getByLabel('Language of problems and changes').selectOption('de')
  await editorOf(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('}')
  await expect(problemsOf(page)).toContainText('Der Code von')
  await openView(page, 'Texts')
  await page.getByRole('button', { name: /^\d+ errors?\b/ }).click()
  await expect(problemsOf(page).getByRole('button', { name: /^Problems/ })).toBeFocused()
  await page.reload()
  await expect(page.getByLabel('Language of problems and changes')).toHaveValue('de')
})
