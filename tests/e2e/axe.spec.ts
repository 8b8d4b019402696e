import { axe } from './kit/axe.ts'
import { stops, tour } from './kit/catalogue.ts'
import { expectDrawn } from './kit/screen.ts'
import { expect, test } from './kit/test.ts'
import { join, prepare } from './kit/user.ts'

test.describe.configure({ mode: 'parallel' })

for (const lang of ['en', 'ar']) {
  for (const theme of ['dark', 'light'] as const) {
    test(`every screen is accessible: ${lang}, ${theme}`, async ({ page, request }) => {
      test.setTimeout(300_000)
      const { token } = await join(request)
      await prepare(page, { token, lang, theme })
      const found: string[] = []
      let looked = 0
      await tour(page, await stops(request, token), async ({ route, address }) => {
        await expectDrawn(page, address, lang)
        await expect(page.locator('html')).toHaveAttribute('lang', lang)
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
        const { violations, rules } = await axe(page)
        expect(rules, `${route}: axe looked at nothing`).toBeGreaterThan(5)
        looked += 1
        found.push(...violations.map((violation) => `${route}: ${violation}`))
      })
      expect(found).toEqual([])
      expect(looked).toBeGreaterThan(10)
    })
  }
}
