import { LONG } from '../kit/long.ts'
import {
  editorOf,
  enterStudio,
  entering,
  frameOf,
  newChangeSet,
  nodesOf,
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

test('errors of saved states lead to their form, and are removed at one press', LONG, async ({ page }) => {
  await enter(page, 'Ada', 'hidden')
  await newChangeSet(page)
  await openScreen(page, 'assets/withdraw')
  await nodesOf(page).filter({ hasText: /^Form/ }).first().click()
  await page.keyboard.press('Delete')
  const states = problemsOf(page).getByText(/^Saved states of/)
  await expect(states).toHaveCount(2)
  await states.first().click()
  const dialog = page.getByRole('dialog', { name: 'Saved state' })
  await dialog.getByRole('button', { name: /^Remove the reply: / }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(states).toHaveCount(1)
  await problemsOf(page).getByRole('button', { name: 'Remove it from the saved state' }).click()
  await expect(states).toHaveCount(0)
})

test('properties wait for the compiler, and shared texts cannot be changed before it', LONG, async ({ page }) => {
  let goOn = (): void => {}
  const isReady = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route(/\/compiler\.worker[^/]*\.js/, async (route) => {
    await isReady
    await route.continue()
  })
  await enter(page, 'Ada', 'hidden')
  await openScreen(page, 'index/index')
  const properties = page.getByRole('complementary', { name: 'Properties' })
  await expect(properties).toContainText('Reading the catalogue')
  await expect(properties.getByLabel('Bar at the top')).toBeHidden()
  await nodesOf(page).filter({ hasText: 'Deposit' }).first().click()
  await expect(properties.getByRole('textbox').first()).not.toBeEditable()
  await expect(page.getByText('No problems')).toBeHidden()
  goOn()
  await expect(properties).toContainText('Choose before you change it')
  await expect(properties.getByRole('textbox').first()).not.toBeEditable()
  await properties.getByRole('button', { name: /^Change all \d+$/ }).click()
  await expect(properties.getByRole('textbox').first()).toBeFocused()
  await expect(properties.getByRole('textbox').first()).toBeEditable()
  await expect(properties).toContainText('all of them change')
})

test('the review counts the languages that keep the words of a text that was split off', LONG, async ({ page }) => {
  await enter(page, 'Ada', 'hidden')
  await newChangeSet(page)
  await openScreen(page, 'index/index')
  const properties = page.getByRole('complementary', { name: 'Properties' })
  await properties.getByRole('button', { name: 'Change it only here' }).first().click()
  await properties.getByRole('textbox').first().fill('Assistance')
  await openView(page, 'Changes')
  await expect(page.getByRole('region', { name: 'What users will notice' })).toContainText(
    '9 languages keep the old words of “Assistance”.',
  )
})
