import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { MISSING_CALL } from '../../../codegen/conformance/findings.ts'
import { runSuite } from '../../../codegen/conformance/suite.ts'
import { allowConsoleErrors, expect, test } from '../kit/test.ts'
import { LONG } from '../kit/long.ts'
import { en } from '../kit/texts.ts'
import { main } from '../kit/screen.ts'

// The tutorial schemas/backend/README.md: the app on another backend.

let backend: ChildProcess
let origin = ''
test.beforeAll(async () => {
  backend = spawn(process.execPath, ['schemas/backend/stub.mjs', '0'], {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(backend.stdout ?? backend, 'data')) as [Buffer]
  origin = new URL(line.toString().trim()).origin
})
test.afterAll(() => void backend.kill())

test(
  'the app logs in to the stub backend, and draws Home and the market from it',
  LONG,
  async ({ page, pageErrors }) => {
    await page.goto(`${origin}/h5/#/pages/login/index`)

    const field = (key: string) => main(page).getByLabel(en(key), { exact: true }).and(page.locator('input'))
    await field('field.account').fill('anna')
    await field('field.password').fill('anna1234')
    await verify(page)
    await main(page)
      .getByRole('button', { name: en('login.submit'), exact: true })
      .click()

    await expect(page).toHaveURL(/#\/pages\/index\/index/)
    await expect(main(page)).toContainText('250')
    for (const name of ['BTC', 'ETH']) await expect(main(page)).toContainText(name)

    await page
      .getByRole('navigation')
      .getByRole('button', { name: en('tab.market') })
      .click()
    await expect(page).toHaveURL(/#\/pages\/market\/index/)
    await expect(main(page)).toContainText('ETH/USDT')
    const price = async (): Promise<string> => /6[34],\d{3}\.\d\d/.exec(await main(page).innerText())?.[0] ?? ''
    await expect.poll(price).not.toBe('')
    const before = await price()
    await expect.poll(price).not.toBe(before)
    // The browser logs each call that the stub lacks, and the WebSocket that it refuses.
    allowConsoleErrors(pageErrors, /^console: (Failed to load resource|WebSocket connection)/)
  },
)

/** Completes the slide with the keyboard, as soon as the app listens to it. */
async function verify(page: Page): Promise<void> {
  const submit = main(page).getByRole('button', { name: en('login.submit'), exact: true })
  await expect(async () => {
    await main(page)
      .getByRole('slider', { name: en('login.slide') })
      .focus()
    await page.keyboard.press('End')
    await expect(submit).toBeEnabled({ timeout: 2_000 })
  }).toPass()
}

test('the conformance suite has no finding for what the stub has, and names what it lacks', LONG, async () => {
  const { findings, calls } = await runSuite({
    base: `${origin}/api/`,
    account: 'anna',
    password: 'anna1234',
    live: { url: origin, path: '/live', protocol: 4 },
  })
  const lacking = findings.filter(({ check }) => check === MISSING_CALL).map(({ call }) => call)
  expect(findings).toHaveLength(lacking.length)
  expect(lacking).toContain('coin/trade')
  expect(lacking).not.toContain('user/login')
  expect(calls.flatMap(({ call, result }) => (result === 'data' ? [call] : [])).toSorted()).toEqual([
    'captcha/slide',
    'currency/quotation_new',
    'news/list',
    'user/info',
    'user/usermessage',
    'wallet/list',
  ])
})
