import type { Page } from '@playwright/test'
import { expect, test } from './kit/test.ts'
import { settled } from './kit/screen.ts'
import { storeSettings } from './kit/user.ts'

/** Holds every file but the page itself and those that `passes`, until the returned function is called. */
async function holdFiles(page: Page, passes: RegExp): Promise<() => void> {
  let release = () => undefined as void
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document' && !passes.test(route.request().url())) await released
    await route.fallback()
  })
  return release
}

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

test('a splash is painted from the page itself, before any other file is loaded', async ({ page }) => {
  const release = await holdFiles(page, /^$/)
  await page.goto('/h5/', { waitUntil: 'commit' })
  await expect(page.locator('#splash')).toBeVisible()
  // Painted, not only laid out.
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBeGreaterThan(0)
  expect(await background(page)).toBe('rgb(11, 13, 16)')
  const mark = await page.locator('#splash path').first().boundingBox()
  expect(mark).not.toBeNull()
  release()
  await settled(page)
  await expect(page.locator('#splash')).toHaveCount(0)
})

test('the page of a light theme has its background once the app is kept on the device', async ({ page }) => {
  await storeSettings(page, { theme: 'light' })
  await page.goto('/h5/')
  await settled(page)
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state))
    .toBe('activated')
  const reply = await page.reload()
  expect(reply?.fromServiceWorker()).toBe(true)
  expect(await reply?.text()).toContain('<body bgcolor="#f4f5f7"')
  expect(reply?.headers()['content-security-policy']).toBeTruthy()
  await settled(page)
})

for (const { theme, colour } of [
  { theme: 'light', colour: 'rgb(244, 245, 247)' },
  { theme: 'dark', colour: 'rgb(11, 13, 16)' },
] as const)
  test(`the splash has the background of the ${theme} theme before the styles are loaded`, async ({ page }) => {
    await storeSettings(page, { theme })
    const release = await holdFiles(page, /first\.js$/)
    await page.goto('/h5/', { waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await expect.poll(() => background(page)).toBe(colour)
    release()
    await settled(page)
  })
