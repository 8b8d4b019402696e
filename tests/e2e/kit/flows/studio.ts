import type { FrameLocator, Locator, Page } from '@playwright/test'
import { expect, test } from '../test.ts'
import { KEY, publisher, type Publisher } from './publisher.ts'

/** A server with a studio for the tests of a file, which have a wide page. */
export function studioForFile(): () => Publisher {
  let place: Publisher
  test.beforeAll(async () => {
    place = await publisher()
  })
  test.afterAll(() => place?.stop())
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false, deviceScaleFactor: 1 })
  return () => place
}

/** Logs in to the studio of a server. `code`: whether the JSON is shown, which is folded away at first. */
export async function enterStudio(
  page: Page,
  origin: string,
  author = 'Ada',
  code: 'shown' | 'hidden' = 'shown',
): Promise<void> {
  await page.addInitScript((shown) => {
    // A blank page has no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('placard.studio.code', shown)
  }, code)
  await page.goto(`${origin}/studio/`)
  await page.getByLabel('Your name').fill(author)
  await page.getByLabel('Operator key').fill(KEY)
  await page.getByRole('button', { name: 'Open the studio' }).click()
  await expect(page.getByRole('region', { name: 'Catalogue', exact: true })).toBeVisible()
}

/** The same for the studio of a file of tests. */
export const entering =
  (place: () => Publisher) =>
  (page: Page, author?: string, code?: 'shown' | 'hidden'): Promise<void> =>
    enterStudio(page, place().origin, author, code)

export const openScreen = (page: Page, file: string): Promise<void> =>
  page.locator(`button[title="screens/${file}.json"]`).click()
export const openView = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name }).click()
export const problemsOf = (page: Page): Locator => page.getByRole('region', { name: 'Problems' })
export const editorOf = (page: Page): Locator => page.getByRole('textbox', { name: /^JSON of / })
export const nodesOf = (page: Page): Locator =>
  page.getByRole('tree', { name: 'Nodes of the screen' }).getByRole('treeitem')
export const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe[title="Preview of the draft"]')

/** Starts a change set, so that a test has none of the changes of another one. */
export async function newChangeSet(page: Page): Promise<void> {
  await openView(page, 'Changes')
  await page.getByRole('button', { name: 'New change set' }).click()
  await openView(page, 'Screens')
}

/** Asks the server as the studio does. */
export async function askStudio<Reply>(origin: string, path: string, body?: object): Promise<Reply> {
  const response = await fetch(`${origin}/studio/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${KEY}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as Reply
}
