import type { Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { leveraged, openLever } from '../kit/flows/lever.ts'
import { settled } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { storeSettings } from '../kit/flows/user.ts'

const TABS = [
  '/pages/index/index',
  '/pages/market/index',
  '/pages/trade/index',
  '/pages/contract/index',
  '/pages/assets/index',
]
/** A slow line of a phone: 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
/** The limit that web.dev calls good. */
const GOOD = 0.1
/** Wait for late layout changes. */
const REST_MS = 500

interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** Sums up layout shifts without user input from the first paint on. */
const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts = { sum: 0, described: [] as string[] }
    Object.assign(window, { placardShifts: shifts })
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources, startTime } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue
        shifts.sum += value
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `“${node?.textContent?.slice(0, 20) ?? ''}” from ${Math.round(previousRect.y)} to ${Math.round(currentRect.y)}`,
        )
        shifts.described.push(`${value.toFixed(3)} at ${Math.round(startTime)} ms: ${moved.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

const shiftsOf = (page: Page) =>
  page.evaluate(async (ms) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    return (window as unknown as { placardShifts: { sum: number; described: string[] } }).placardShifts
  }, REST_MS)

for (const route of TABS) {
  test(`content that loads late over a slow line shifts nothing visible: ${route}`, LONG, async ({ page, request }) => {
    const { token } = await leveraged(request)
    await openLever(request, token)
    await storeSettings(page, { token, theme: 'dark' })
    await watchShifts(page)
    await (await page.context().newCDPSession(page)).send('Network.emulateNetworkConditions', SLOW)
    await page.goto(`/h5/#${route}`)
    await settled(page)
    const { sum, described } = await shiftsOf(page)
    expect(sum, described.join('\n')).toBeLessThan(GOOD)

    // The measure detects a shift.
    await page
      .locator('main:visible')
      .first()
      .evaluate((main: HTMLElement) => void (main.style.marginBlockStart = '300px'))
    expect((await shiftsOf(page)).sum).toBeGreaterThan(GOOD)
  })
}
