import { LONG } from '../kit/long.ts'
import { devices } from '@playwright/test'
import { expect, test } from '../kit/test.ts'

test.describe('a desktop browser', () => {
  test.use({
    userAgent: devices['Desktop Chrome'].userAgent,
    viewport: { width: 1280, height: 800 },
    isMobile: false,
    hasTouch: false,
  })

  test('is sent to the other site, which shows the app in a phone with a code to scan', LONG, async ({ page }) => {
    await page.goto('/h5/')
    await page.waitForURL('**/pc/**')
    const frame = page.frameLocator('iframe')
    await expect(frame.locator('main').first()).toBeVisible()
    await expect(page.getByRole('img').first()).toBeVisible()
    expect(page.frames().some((frame) => new URL(frame.url()).pathname.startsWith('/h5/'))).toBe(true)
    await page.waitForTimeout(500)
    expect(page.frames().filter((frame) => new URL(frame.url()).pathname.startsWith('/pc/'))).toHaveLength(1)
  })
})

test('a phone stays where it is', LONG, async ({ page }) => {
  await page.goto('/h5/')
  await expect(page.locator('main:visible').first()).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/h5/')
})
