import { expect, test as base } from '@playwright/test'
import type { ViteDevServer } from 'vite'
import { samples } from '../support/playground.ts'
import { freePort } from './kit/ports.ts'
import { servePlayground } from './kit/playground/server.ts'
import { control, expectErrors, expectSent, expectSound, send, sent, show, take } from './kit/playground/steps.ts'

/** The page of samples needs no server of the product: a form on it is compiled here as a catalogue is. */
const test = base.extend<{ said: string[] }, { vite: { server: ViteDevServer; origin: string } }>({
  vite: [
    // eslint-disable-next-line no-empty-pattern
    async ({ browser }, use) => {
      const port = freePort()
      const server = await servePlayground(port)
      const origin = `http://127.0.0.1:${port}`
      // The first visit lets the server prepare its modules.
      const page = await browser.newPage()
      await page.goto(origin)
      await page.waitForSelector('[data-ready]', { state: 'attached', timeout: 90_000 })
      await page.close()
      await use({ server, origin })
      await server.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  said: [
    async ({ page }, use) => {
      const said: string[] = []
      page.on('console', (message) => {
        if (!/^\[vite\]|React DevTools/.test(message.text())) said.push(`${message.type()}: ${message.text()}`)
      })
      page.on('pageerror', (error) => said.push(`uncaught: ${error.stack ?? error.message}`))
      await use(said)
      expect(said, 'messages on the console').toEqual([])
    },
    { auto: true },
  ],
})

const accepted = [...samples].filter(([, { refused }]) => refused === undefined)

test.describe('samples of react-jsonschema-form', () => {
  for (const [name, sample] of accepted) {
    test(`${name} is drawn, filled in and sent`, async ({ page, vite }) => {
      await show(page, vite.origin, name)
      await expectSound(page)
      for (const step of sample.fill ?? []) await test.step(JSON.stringify(step), () => take(page, step))
      await expectSound(page)
      await send(page)
      if (sample.answer) {
        await expectErrors(page, sample.answer.errors)
        // The form takes no second press for a moment.
        await expect.poll(async () => (await send(page), (await sent(page)).length), { intervals: [600] }).toBe(2)
      }
      await expectErrors(page, [])
      await expectSent(page, sample.sends)
    })

    for (const [index, { steps, errors }] of (sample.wrong ?? []).entries()) {
      test(`${name} shows mistakes at their fields (${index + 1})`, async ({ page, vite }) => {
        await show(page, vite.origin, name)
        for (const step of steps) await test.step(JSON.stringify(step), () => take(page, step))
        await send(page)
        await expectErrors(page, errors)
        expect(await sent(page)).toEqual([])
        await expectSound(page)
      })
    }
  }
})

void control
