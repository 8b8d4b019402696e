import type { Page } from '@playwright/test'
import { LONG } from './kit/long.ts'
import { editorOf, enterStudio, frameOf, openScreen, problemsOf, studioForFile } from './kit/studio.ts'
import { expect, test } from './kit/test.ts'

const place = studioForFile()

const enter = (page: Page): Promise<void> => enterStudio(page, place().origin)

test('a screen that needs an id shows a record of the list that links to it', LONG, async ({ page }) => {
  await enter(page)
  await openScreen(page, 'news/detail')
  await expect(page.getByText(/An example is taken: id \S+\./)).toBeVisible()
  await expect(page.getByText('An example is taken: id sample-1.')).toBeHidden()
  // The record of the server, whose words are of its content.
  await expect(frameOf(page).locator('main:visible p').first()).toBeVisible()
})

test('a state that is one of several words, and one that is a group, are made and changed', LONG, async ({ page }) => {
  await enter(page)
  await openScreen(page, 'user/about')
  const properties = page.getByRole('complementary', { name: 'Properties' })
  await properties.getByText(/^What it remembers/).click()
  const add = async (what: string, name: string, kind: string): Promise<void> => {
    await properties.getByLabel(`Name of the ${what}`, { exact: true }).fill(name)
    await properties.getByLabel(`Kind of the ${what}`, { exact: true }).selectOption(kind)
    await properties.getByRole('button', { name: `Add the ${what}`, exact: true }).click()
  }

  await test.step('a choice gets words, and loses the one with which it began', async () => {
    await add('state', 'view', 'one of several words')
    for (const word of ['all of them', 'open']) {
      await properties.getByLabel('Another word of view').fill(word)
      await page.keyboard.press('Enter')
    }
    await properties.getByRole('button', { name: 'Remove the word first of view' }).click()
    await properties.getByRole('button', { name: 'Remove the word second of view' }).click()
    await expect(properties.getByLabel('First value of view')).toHaveValue('allOfThem')
    await properties.getByLabel('First value of view').selectOption('open')
    await expect(editorOf(page)).toContainText('"enum":')
  })

  await test.step('a group gets values, each of its own kind', async () => {
    await add('state', 'filter', 'a group of values')
    await add('value of filter', 'currency', 'a currency')
    await add('value of filter', 'only mine', 'yes or no')
    await properties.getByLabel('First value of onlyMine').check()
    await expect(properties.getByLabel('First value of currency')).toHaveValue('USDT')
  })

  // Nothing reads them yet.
  await expect(problemsOf(page)).toContainText('“view” is remembered, and nothing on the screen uses it.')
  await expect(problemsOf(page)).toContainText('“filter” is remembered, and nothing on the screen uses it.')
  await expect(problemsOf(page).getByRole('listitem')).toHaveCount(2)
})
