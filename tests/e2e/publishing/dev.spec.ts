import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { startDevCopy, editorOf, type DevCopy } from '../kit/net/devCopy.ts'
import { en } from '../kit/texts.ts'

let tree: DevCopy
test.beforeAll(async () => {
  tree = await startDevCopy()
})
test.afterAll(() => tree?.stop())

test.describe.configure({ mode: 'serial' })

test('a saved screen is on the page at once, without a reload', LONG, async ({ page }) => {
  const about = editorOf(tree)
  await page.goto(`${tree.origin}/h5/#/pages/user/about`)
  await expect(page.getByText(en('about.restricted')).first()).toBeVisible()
  await page.evaluate(() => Object.assign(globalThis, { loadedOnce: true }))
  for (const key of ['ui.retry', 'ui.ok', 'ui.cancel']) {
    about.write(key)
    await expect(page.locator('main:visible').getByText(en(key)).first()).toBeVisible()
  }
  about.restore()
  await expect(page.locator('main:visible').getByText(en('ui.cancel'))).toHaveCount(0)
  expect(await page.evaluate(() => 'loadedOnce' in globalThis)).toBe(true)
})

test('a saved text is on the page at once', LONG, async ({ page }) => {
  await page.goto(`${tree.origin}/h5/#/pages/user/about`)
  await expect(page.getByText(en('about.restricted')).first()).toBeVisible()
  const path = join(tree.folder, 'locales/en.json')
  const original = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    original.replace(`"about.restricted": "${en('about.restricted')}"`, '"about.restricted": "Said otherwise"'),
  )
  await expect(page.getByText('Said otherwise').first()).toBeVisible()
  writeFileSync(path, original)
  await expect(page.getByText(en('about.restricted')).first()).toBeVisible()
})

test('a mistyped binding is explained over the last valid screen until it is corrected', LONG, async ({ page }) => {
  const about = editorOf(tree)
  await page.goto(`${tree.origin}/h5/#/pages/user/about`)
  await expect(page.getByText(en('about.restricted')).first()).toBeVisible()
  const said = tree.output().length
  about.write('=session.usr.account')
  const overlay = page.getByRole('alert', { name: 'Compiler' })
  await expect(overlay).toBeVisible()
  await expect(overlay).toContainText('about.json')
  await expect(overlay).toContainText('usr')
  await expect.poll(() => tree.output().slice(said)).toMatch(/about\.json:\d+:\d+/)
  await expect(page.getByText(en('about.restricted')).first()).toBeAttached()
  await test.step('and again for a page opened now', async () => {
    await page.reload()
    await expect(overlay).toContainText('usr')
    await expect(page.getByText(en('about.restricted')).first()).toBeVisible()
  })
  about.restore()
  await expect(overlay).not.toBeAttached()
  await expect(page.getByText(en('about.restricted')).first()).toBeVisible()
})
