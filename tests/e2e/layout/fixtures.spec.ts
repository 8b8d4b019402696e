import { allFixtures } from '../../support/fixtures.ts'
import { runAxe } from '../kit/axe.ts'
import { measure } from '../kit/fit.ts'
import { openFixture } from '../kit/fixtures.ts'
import { LONG } from '../kit/long.ts'
import { expectDrawn } from '../kit/screen.ts'
import { collectPageErrors, expect, test } from '../kit/test.ts'

/** A reply that fails on purpose: the browser reports its status. */
const FAILED_ON_PURPOSE = 'status of 500'

test('each fixture is drawn, fits the phone and is accessible', LONG, async ({ browser, request }) => {
  test.setTimeout(1_200_000)
  for (const fixture of allFixtures())
    await test.step(`${fixture.screen}, ${fixture.name}`, async () => {
      const context = await browser.newContext()
      const page = await context.newPage()
      const { messages } = await collectPageErrors(page)
      const fails = Object.values(fixture.fixture.replies ?? {}).some(({ values }) => values === 'failed')
      const address = await openFixture(page, request, fixture)
      if (!fails) await expectDrawn(page, address)
      expect.soft((await measure(page)).misfits).toEqual([])
      expect.soft((await runAxe(page)).violations).toEqual([])
      expect.soft(messages.filter((text) => !fails || !text.includes(FAILED_ON_PURPOSE))).toEqual([])
      await context.close()
    })
})
