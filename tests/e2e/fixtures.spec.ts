import { measure } from './kit/fit.ts'
import { runAxe } from './kit/axe.ts'
import { openFixture } from './kit/fixtures.ts'
import { expectDrawn } from './kit/screen.ts'
import { allFixtures } from '../support/fixtures.ts'
import { expect, test } from './kit/test.ts'

test.describe('each fixture is drawn, fits the phone and is accessible', () => {
  for (const one of allFixtures())
    test(`${one.screen}, ${one.name}`, async ({ page, request, pageErrors }) => {
      const fails = Object.values(one.fixture.replies ?? {}).some(({ values }) => values === 'failed')
      const address = await openFixture(page, request, one)
      if (!fails) await expectDrawn(page, address)
      expect((await measure(page)).misfits).toEqual([])
      expect((await runAxe(page)).violations).toEqual([])
      // The browser reports the status of a reply that fails on purpose.
      if (fails) {
        const others = pageErrors.messages.filter((text) => !text.includes('status of 500'))
        pageErrors.messages.splice(0, pageErrors.messages.length, ...others)
      }
    })
})
