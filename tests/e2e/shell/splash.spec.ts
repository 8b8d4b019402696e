import type { Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { expect, test } from '../kit/test.ts'
import { settled } from '../kit/screen.ts'
import { storeSettings } from '../kit/flows/user.ts'

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

test('a splash is painted from the page itself, before any other file is loaded', LONG, async ({ page }) => {
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

for (const { theme, device, colour } of [
  { theme: 'light', device: 'dark', colour: 'rgb(244, 245, 247)' },
  { theme: 'dark', device: 'light', colour: 'rgb(11, 13, 16)' },
  { theme: 'system', device: 'light', colour: 'rgb(244, 245, 247)' },
  { theme: 'system', device: 'dark', colour: 'rgb(11, 13, 16)' },
] as const)
  test(
    `the first frame of the ${theme} theme on a ${device} device has its background`,
    LONG,
    async ({ page, pageErrors }) => {
      await page.emulateMedia({ colorScheme: device })
      await storeSettings(page, { theme })
      const release = await holdFiles(page, /^$/)
      await page.goto('/h5/', { waitUntil: 'commit' })
      await expect(page.locator('#splash')).toBeVisible()
      expect(await background(page)).toBe(colour)
      release()
      await settled(page)
      // The content security policy names the hash of the inline script.
      expect(pageErrors.messages).toEqual([])
    },
  )
