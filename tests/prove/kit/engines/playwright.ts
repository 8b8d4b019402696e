import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { chromium, firefox, type Browser as PlaywrightBrowser, type Page } from '@playwright/test'
import { launch, WAIT_MS } from '../../../e2e/kit/browser.ts'
import { fingers } from '../../../e2e/kit/touch.ts'
import { DESKTOP, VIEWPORT, type Browser, type Engine, type Tab, type Touch } from './driver.ts'

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path))

/** Playwright drives Chromium by CDP, and the Firefox of the system by WebDriver BiDi, without another program. */
export const chromiumEngine: Engine = {
  name: 'chromium',
  missing: () =>
    launch.executablePath !== undefined && existsSync(launch.executablePath) ? null : 'apt-get install chromium',
  launch: async () => wrap(await chromium.launch(launch), true),
}

export const firefoxEngine: Engine = {
  name: 'firefox',
  missing: () => (FIREFOX === undefined ? 'apt-get install firefox-esr' : null),
  launch: async () =>
    wrap(
      await firefox.launch({
        // Ends a hang; a busy machine does not reach it.
        timeout: 600_000,
        channel: 'moz-firefox',
        executablePath: FIREFOX ?? '',
        // Firefox refuses a home folder of another user.
        env: { ...process.env, HOME: userInfo().homedir },
        firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
      }),
      false,
    ),
}

const wrap = (browser: PlaywrightBrowser, isChromium: boolean): Browser => ({
  version: browser.version(),
  async newTab(desktop = false) {
    const isPhone = isChromium && !desktop
    const context = await browser.newContext({
      viewport: desktop ? DESKTOP : VIEWPORT,
      deviceScaleFactor: 1,
      locale: 'en-US',
      reducedMotion: 'reduce',
      ...(isPhone && { isMobile: true, hasTouch: true }),
    })
    context.setDefaultTimeout(WAIT_MS)
    const page = await context.newPage()
    return tabOf(page, isPhone ? await touchOf(page) : null)
  },
  close: () => browser.close(),
})

function tabOf(page: Page, touch: Touch | null): Tab {
  const errors: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && errors.push(`console: ${message.text()}`)))
  page.on('pageerror', (error) => void errors.push(`uncaught: ${error.message}`))
  const { mouse, keyboard } = page
  return {
    touch,
    errors,
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack({ waitUntil: 'commit' })),
    forward: async () => void (await page.goForward({ waitUntil: 'commit' })),
    evaluate: (source) => page.evaluate(source),
    hover: ({ x, y }) => mouse.move(x, y),
    click: ({ x, y }) => (touch ? touch.tap({ x, y }) : mouse.click(x, y)),
    async drag(from, to) {
      await mouse.move(from.x, from.y)
      await mouse.down()
      await mouse.move(to.x, to.y, { steps: 12 })
      await mouse.up()
    },
    async pinch(at, by) {
      await mouse.move(at.x, at.y)
      await keyboard.down('Control')
      await mouse.wheel(0, by)
      await keyboard.up('Control')
    },
    type: (text) => keyboard.type(text),
    key: (key) => keyboard.press(key),
    // Hiding the caret would add an inline style, which the policy of the page forbids.
    picture: () => page.screenshot({ caret: 'initial' }),
    close: () => page.context().close(),
  }
}

async function touchOf(page: Page): Promise<Touch> {
  const { down, move, up, tap, longPress } = await fingers(page)
  return {
    tap,
    async press(at, ms) {
      await longPress(at, ms)
      await up()
    },
    async move(...pairs) {
      const [from, to] = [pairs.map(([start]) => start), pairs.map(([, end]) => end)]
      await down(...from)
      await move(from, to)
      await up()
    },
  }
}
