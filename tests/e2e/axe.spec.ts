import type { Response } from '@playwright/test'
import { axe } from './kit/axe.ts'
import { stops, tour } from './kit/catalogue.ts'
import { missing } from './kit/headers.ts'
import { expectDrawn, settled } from './kit/screen.ts'
import { expect, test } from './kit/test.ts'
import { join, prepare } from './kit/user.ts'

/** Nothing is fetched for another theme. */
const REPAINT_MS = 50

for (const lang of ['en', 'ar']) {
  test(`every screen is accessible, dark and light, keeps to the policy, and every response carries the headers: ${lang}`, async ({ page, request, trouble }) => {
    test.setTimeout(300_000)
    const { token } = await join(request)
    await prepare(page, { token, lang, theme: 'system' })
    const responses: Response[] = []
    page.on('response', (response) => responses.push(response))
    const found: string[] = []
    let looked = 0
    await tour(page, await stops(request, token), async ({ route, address }) => {
      await expectDrawn(page, address, lang)
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      for (const theme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
        await settled(page, REPAINT_MS)
        const { violations, rules } = await axe(page)
        expect(rules, `${route}: axe looked at nothing`).toBeGreaterThan(5)
        looked += 1
        found.push(...violations.map((violation) => `${route}, ${theme}: ${violation}`))
      }
      expect(trouble.said, route).toEqual([])
    })
    expect(found).toEqual([])
    expect(looked).toBeGreaterThan(20)
    const own = responses.filter((response) => new URL(response.url()).origin === new URL(page.url()).origin)
    expect(own.length).toBeGreaterThan(20)
    expect(own.flatMap(missing)).toEqual([])
  })
}
