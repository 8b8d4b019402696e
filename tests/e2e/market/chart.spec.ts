import type { Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { axe } from '../kit/axe.ts'
import { goto, settled } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { fingers, type Fingers, type Point } from '../kit/touch.ts'
import { withinCandle } from '../kit/time.ts'
import { storeSettings } from '../kit/flows/user.ts'
import { createTextOf, en } from '../kit/texts.ts'

/** Duration of an initial candle, seconds. */
const CANDLE = 900
const KLINE = '/pages/kline/index?symbol=BTCUSDT'

const plot = (page: Page) => page.locator('main:visible figure').first()
const readout = (page: Page) => page.locator('[data-readout]')
const back = (page: Page) => page.getByRole('button', { name: en('ui.chartLatest') })

test.beforeEach(({ request }) => withinCandle(request, CANDLE))

async function open(page: Page, address = KLINE, stored: Parameters<typeof storeSettings>[1] = {}): Promise<Fingers> {
  await storeSettings(page, stored)
  await goto(page, address)
  await expect(page.getByRole('slider')).toHaveCount(1)
  await expect(plot(page).locator('canvas')).toHaveCount(2)
  return fingers(page)
}

/** A point of the chart, in parts of its width and height. */
async function at(page: Page, x: number, y: number): Promise<Point> {
  const box = await plot(page).boundingBox()
  if (!box) throw new Error('The chart is not on the screen.')
  return { x: box.x + box.width * x, y: box.y + box.height * y }
}

/** The time of the candle at a position left of the crosshair's button, in seconds: a long press shows it, a tap hides the crosshair again. */
async function timeAt(page: Page, touch: Fingers, x: number): Promise<number> {
  const place = await at(page, x, 0.4)
  await touch.longPress(place)
  await expect(readout(page)).toBeVisible()
  const time = (await readout(page).getAttribute('data-readout')) ?? ''
  await touch.up()
  await touch.tap(place)
  await expect(readout(page)).toHaveCount(0)
  return Date.parse(`${time.replace(' ', 'T')}:00Z`) / 1000
}

test('a long press shows the values of a candle, a drag moves to others, a tap hides them', async ({ page }) => {
  const touch = await open(page)
  const [from, to] = [await at(page, 0.3, 0.4), await at(page, 0.6, 0.3)]
  await touch.longPress(from)
  await expect(readout(page)).toBeVisible()
  for (const key of ['ui.chartOpen', 'ui.chartHigh', 'ui.chartLow', 'ui.chartClose', 'ui.chartVolume'])
    await expect(readout(page).getByTitle(en(key))).toBeInViewport({ ratio: 1 })
  // Two lines, above the prices.
  expect((await readout(page).boundingBox())?.height).toBeLessThan(36)
  const first = await readout(page).textContent()
  await touch.move([from], [to])
  await expect.poll(() => readout(page).textContent()).not.toBe(first)
  await touch.up()
  await expect(readout(page)).toBeVisible()
  expect((await axe(page)).violations).toEqual([])
  await touch.tap(to)
  await expect(readout(page)).toHaveCount(0)
})

test('a finger pans into the past, a button leads back to now', LONG, async ({ page }) => {
  const touch = await open(page)
  const before = await timeAt(page, touch, 0.4)
  await expect(back(page)).toHaveCount(0)
  await touch.swipe(await at(page, 0.15, 0.4), await at(page, 0.65, 0.42))
  await expect(back(page)).toBeVisible()
  expect(await timeAt(page, touch, 0.4)).toBeLessThan(before - 10 * CANDLE)
  await back(page).tap()
  await expect(back(page)).toHaveCount(0)
  expect(Math.abs((await timeAt(page, touch, 0.4)) - before)).toBeLessThanOrEqual(CANDLE)
})

test('two fingers zoom', LONG, async ({ page }) => {
  const touch = await open(page)
  const width = async () => (await timeAt(page, touch, 0.6)) - (await timeAt(page, touch, 0.1))
  const before = await width()
  const [a, b, c, d] = [
    await at(page, 0.4, 0.4),
    await at(page, 0.5, 0.4),
    await at(page, 0.2, 0.4),
    await at(page, 0.7, 0.4),
  ]
  await touch.down(a, b)
  await touch.move([a, b], [c, d])
  await touch.up()
  const larger = await width()
  expect(larger).toBeLessThan(before * 0.6)
  await touch.down(c, d)
  await touch.move([c, d], [a, b])
  await touch.up()
  expect(await width()).toBeGreaterThan(larger * 1.8)
})

test('one notch of a mouse wheel with the control key zooms', LONG, async ({ page }) => {
  const touch = await open(page)
  const width = async () => (await timeAt(page, touch, 0.6)) - (await timeAt(page, touch, 0.1))
  const before = await width()
  const { x, y } = await at(page, 0.4, 0.4)
  await page.mouse.move(x, y)
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -120)
  await page.keyboard.up('Control')
  await page.mouse.move(1, 1)
  await expect(readout(page)).toHaveCount(0)
  expect(await width()).toBeLessThan(before * 0.8)
})

test('the crosshair of a finger stays when the arrow keys lose the focus to it', LONG, async ({ page }) => {
  const touch = await open(page)
  await page.getByRole('slider').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(readout(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(readout(page)).toHaveCount(0)
  await touch.longPress(await at(page, 0.3, 0.4))
  await expect(readout(page)).toBeVisible()
  await touch.up()
  await expect(page.getByRole('slider')).not.toBeFocused()
  await expect(readout(page)).toBeVisible()
})

test('a fling continues after the finger is lifted, except with reduced motion', LONG, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const touch = await open(page)
  const flung = async () => {
    const before = await timeAt(page, touch, 0.4)
    await touch.fling(await at(page, 0.15, 0.4), await at(page, 0.75, 0.4))
    await page.waitForTimeout(1_500)
    return before - (await timeAt(page, touch, 0.4))
  }
  const far = await flung()
  await back(page).tap()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const near = await flung()
  expect(near).toBeGreaterThan(0)
  expect(far).toBeGreaterThan(near * 1.3)
})

test('a vertical drag only scrolls the page', LONG, async ({ page }) => {
  const touch = await open(page, '/pages/whdetail/index?symbol=BTCUSDT')
  const scrolled = () =>
    page
      .locator('main:visible [data-scroll]')
      .first()
      .evaluate((box) => box.scrollTop)
  const before = await timeAt(page, touch, 0.4)
  await touch.swipe(await at(page, 0.5, 0.8), await at(page, 0.52, 0.2))
  await expect.poll(scrolled).toBeGreaterThan(20)
  await expect(back(page)).toHaveCount(0)
  expect(await timeAt(page, touch, 0.4)).toBe(before)
})

test('older candles are loaded on demand, and the position is unchanged', LONG, async ({ page }) => {
  const touch = await open(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('currency/whkdata')) asked.push(new URL(request.url()).searchParams.get('before') ?? '')
  })
  const count = async () => Number(await page.getByRole('slider').getAttribute('max')) + 1
  expect(await count()).toBe(250)
  for (let swipes = 0; swipes < 8 && asked.length === 0; swipes += 1)
    await touch.swipe(await at(page, 0.1, 0.4), await at(page, 0.8, 0.4))
  await expect.poll(count).toBe(500)
  expect(asked).toHaveLength(1)
  const place = await timeAt(page, touch, 0.4)
  await touch.swipe(await at(page, 0.2, 0.4), await at(page, 0.7, 0.4))
  expect(await timeAt(page, touch, 0.4)).toBeLessThan(place)
})

test('time frame, kind and indicators are kept on the device', LONG, async ({ page }) => {
  await open(page)
  await page.getByRole('tab', { name: en('chart.interval.1h'), exact: true }).tap()
  await settled(page)
  await page.getByRole('button', { name: en('chart.indicators') }).tap()
  await page.getByRole('switch', { name: en('chart.indicator.rsi') }).tap()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: en('chart.kind') }).tap()
  await page.getByRole('radio', { name: en('chartKind.line') }).tap()
  await expect
    .poll(() =>
      page.evaluate(() =>
        ['chartInterval', 'chartKind', 'chartIndicators'].map((name) => localStorage.getItem(`placard.${name}`)),
      ),
    )
    .toEqual(['"1h"', '"line"', '["ma","rsi"]'])
  await page.reload()
  await settled(page)
  await expect(page.getByRole('tab', { name: en('chart.interval.1h'), exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  )
})

test('arrow keys move between candles, and a table lists them all', LONG, async ({ page }) => {
  await open(page)
  const slider = page.getByRole('slider')
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(readout(page)).toBeVisible()
  const before = await slider.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowLeft')
  await expect(slider).not.toHaveAttribute('aria-valuetext', before ?? '')
  await page.keyboard.press('Escape')
  await expect(readout(page)).toHaveCount(0)
  await page.getByRole('button', { name: en('ui.chartTable') }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(21)
  expect((await axe(page)).violations).toEqual([])
})

test('the tick chart has its full screen and its crosshair by keyboard', LONG, async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: en('chart.allIntervals') }).tap()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${en('chart.interval.1s')} `) })
    .tap()
  await expect(page.getByRole('tab', { name: en('chart.interval.1s'), exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await settled(page)
  const slider = page.getByRole('slider')
  await slider.focus()
  await page.keyboard.press('f')
  await expect(page.getByRole('button', { name: en('ui.chartFullEnd') })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(readout(page)).toBeVisible()
  const viewport = page.viewportSize()
  expect((await plot(page).boundingBox())?.height).toBeGreaterThan((viewport?.height ?? 0) * 0.9)
  await page.keyboard.press('Escape')
  await expect(readout(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: en('ui.chartFull') })).toBeVisible()
})

test(
  'a chart that is opened on a phone on its side fills the screen, and is left by its back button',
  LONG,
  async ({ page }) => {
    await page.setViewportSize({ width: 844, height: 390 })
    const touch = await open(page)
    await expect.poll(async () => (await plot(page).boundingBox())?.height ?? 0).toBe(390)
    await expect(plot(page)).toContainText('BTC/USDT')
    const size = await plot(page)
      .locator('canvas')
      .last()
      .evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.clientWidth] as const)
    expect(size[0]).toBeGreaterThan(size[1])
    expect(await timeAt(page, touch, 0.5)).toBeGreaterThan(0)
    await plot(page)
      .getByRole('button', { name: en('ui.back') })
      .tap()
    await expect(page).toHaveURL(/market\/index/)
  },
)

test(
  'the chart fills the screen while the phone lies on its side, with its pair, periods and tools',
  LONG,
  async ({ page }) => {
    await open(page)
    await page.setViewportSize({ width: 844, height: 390 })
    await expect.poll(async () => (await plot(page).boundingBox())?.height ?? 0).toBe(390)
    await expect(plot(page)).toContainText('BTC/USDT')
    await plot(page)
      .getByRole('tab', { name: en('chart.interval.1h'), exact: true })
      .tap()
    await plot(page)
      .getByRole('button', { name: en('chart.indicators') })
      .tap()
    await expect(page.getByRole('switch', { name: en('chart.indicator.rsi') })).toBeVisible()
    await page.keyboard.press('Escape')
    expect((await axe(page)).violations).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('button', { name: en('ui.chartFull') })).toBeVisible()
  },
)

const inside = async (page: Page, name: string): Promise<boolean> => {
  const box = await page.getByRole('button', { name, exact: true }).first().boundingBox()
  const height = page.viewportSize()?.height ?? 0
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

/** Checks that the customer service bubble does not cover the buttons at the bottom. */
async function isClear(page: Page): Promise<boolean> {
  const bubble = await page.getByRole('button', { name: en('shell.support') }).boundingBox()
  const foot = await page.getByRole('button', { name: en('detail.trade'), exact: true }).boundingBox()
  return bubble !== null && foot !== null && bubble.y + bubble.height <= foot.y && bubble.y >= 0
}

test('the chart fills the remaining height, header and buttons stay visible', LONG, async ({ page }) => {
  await open(page)
  const between = async () => {
    const [chart, button] = [
      await plot(page).boundingBox(),
      await page.getByRole('button', { name: en('detail.trade'), exact: true }).boundingBox(),
    ]
    return chart && button ? button.y - (chart.y + chart.height) : -1
  }
  const beyond = () =>
    page
      .locator('main:visible [data-scroll]')
      .first()
      .evaluate((box) => box.scrollHeight - box.clientHeight)
  for (const height of [844, 740]) {
    await page.setViewportSize({ width: 390, height })
    await expect
      .poll(async () => {
        const [gap, hidden] = [await between(), await beyond()]
        return gap >= 16 && gap < 60 && hidden === 0 ? 'fits' : `${gap} px between, ${hidden} px beyond`
      })
      .toBe('fits')
  }
  for (const size of [
    { width: 390, height: 844 },
    { width: 320, height: 568 },
  ]) {
    await page.setViewportSize(size)
    for (const name of ['detail.leverage', 'trade.seconds', 'detail.trade', 'ui.back'])
      await expect.poll(() => inside(page, en(name)), `${name} at ${size.width}`).toBe(true)
    expect((await plot(page).boundingBox())?.height).toBeGreaterThanOrEqual(200)
    await expect.poll(() => isClear(page), `the bubble at ${size.width}`).toBe(true)
  }
})

for (const address of [KLINE, '/pages/whdetail/index?symbol=BTCUSDT']) {
  test(`the place of the chart is reserved while its drawing loads: ${address}`, LONG, async ({ page }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route(/Drawing\.lazy.*\.js/, async (route) => {
      await released
      await route.continue()
    })
    await storeSettings(page, {})
    await page.goto(`/h5/#${address}`)
    const place = plot(page).locator('output')
    await expect(place).toBeVisible()
    const trade = page.getByRole('button', { name: en('detail.trade'), exact: true })
    const where = async () => [await plot(page).boundingBox(), await trade.boundingBox()]
    const before = await where()
    expect(before[0]?.height).toBeGreaterThan(200)
    expect((await place.boundingBox())?.height).toBe(before[0]?.height)
    release()
    await expect(plot(page).locator('canvas')).toHaveCount(2)
    expect(await where()).toEqual(before)
  })
}

test('the buttons below the chart lead to fixed time with symbol and kind', LONG, async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: en('trade.seconds'), exact: true }).tap()
  await settled(page)
  await expect(page).toHaveURL(/trade\/index\?.*kind=seconds/)
  await expect(
    page
      .getByRole('radio', { name: en('trade.seconds') })
      .or(page.getByRole('tab', { name: en('trade.seconds') }))
      .first(),
  ).toBeVisible()
})

test(
  'right to left, in light: the chart keeps its layout and gestures, in the user’s language',
  LONG,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const touch = await open(page, '/pages/whdetail/index?symbol=BTCUSDT', { lang: 'ar', theme: 'light' })
    const ar = createTextOf('ar')
    await touch.longPress(await at(page, 0.5, 0.4))
    await expect(readout(page)).toContainText(ar('ui.chartCloseShort'))
    await touch.up()
    expect((await axe(page)).violations).toEqual([])
    await touch.tap(await at(page, 0.5, 0.4))
    const [early, late] = [await timeAt(page, touch, 0.2), await timeAt(page, touch, 0.6)]
    expect(early).toBeLessThan(late)

    const [a, b, c, d] = [
      await at(page, 0.4, 0.4),
      await at(page, 0.5, 0.4),
      await at(page, 0.2, 0.4),
      await at(page, 0.7, 0.4),
    ]
    await touch.down(a, b)
    await touch.move([a, b], [c, d])
    await touch.up()
    expect((await timeAt(page, touch, 0.6)) - (await timeAt(page, touch, 0.2))).toBeLessThan((late - early) * 0.6)

    const latest = page.getByRole('button', { name: ar('ui.chartLatest') })
    await touch.fling(await at(page, 0.15, 0.4), await at(page, 0.75, 0.4))
    await expect(latest).toBeVisible()
    await latest.tap()
    // A fling that went on would lead away again.
    await page.waitForTimeout(1_000)
    await expect(latest).toHaveCount(0)

    const place = await timeAt(page, touch, 0.4)
    await touch.swipe(await at(page, 0.5, 0.8), await at(page, 0.52, 0.2))
    await expect
      .poll(() =>
        page
          .locator('main:visible [data-scroll]')
          .first()
          .evaluate((box) => box.scrollTop),
      )
      .toBeGreaterThan(20)
    expect(await timeAt(page, touch, 0.4)).toBe(place)
  },
)

/** Whether anything of this colour is drawn over the candles. */
const hasColour = (page: Page, expected: string) =>
  plot(page)
    .locator('canvas')
    .last()
    .evaluate((canvas: HTMLCanvasElement, colour) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      const [red, green, blue] = colour.match(/\d+/g)?.map(Number) ?? []
      for (let at = 0; at < data.length; at += 4)
        if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255) return true
      return false
    }, expected)

test('in another theme the price is drawn on the chart background of that theme', LONG, async ({ page }) => {
  await open(page, '/pages/trade/index?symbol=BTCUSDT', { theme: 'system' })
  const grounds = []
  for (const theme of ['dark', 'light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    const ground = await plot(page).evaluate((figure) => {
      let at: Element | null = figure
      while (at && getComputedStyle(at).backgroundColor.endsWith(', 0)')) at = at.parentElement
      return getComputedStyle(at ?? document.body).backgroundColor
    })
    grounds.push(ground)
    await expect.poll(() => hasColour(page, ground), `${theme}: ${ground}`).toBe(true)
  }
  expect(new Set(grounds).size).toBe(2)
})

test('the market leads to the details, whose chart fills the screen', LONG, async ({ page }) => {
  await storeSettings(page, {})
  await goto(page, '/pages/market/index')
  await page.getByRole('button', { name: 'BTC/USDT' }).first().tap()
  await settled(page)
  await expect(page).toHaveURL(/whdetail\/index\?symbol=BTCUSDT/)
  await expect(page.locator('main:visible')).toContainText(en('detail.stats'))
  await expect(page.locator('main:visible')).toContainText(en('detail.always'))
  expect((await axe(page)).violations).toEqual([])
  await page.getByRole('button', { name: en('ui.chartFull'), exact: true }).tap()
  await expect(page.getByRole('button', { name: en('ui.chartFullEnd'), exact: true })).toBeVisible()
})

test('a server without an answer: the screen says so, and recovers', LONG, async ({ page, pageErrors }) => {
  let down = true
  await page.route('**/api/currency/whkdata**', (route) => (down ? route.abort() : route.continue()))
  await storeSettings(page, {})
  await goto(page, KLINE)
  const retry = page.getByRole('button', { name: en('ui.retry') })
  await expect(retry).toBeVisible()
  down = false
  await retry.tap()
  await expect(page.getByRole('slider')).toHaveCount(1)
  pageErrors.messages = pageErrors.messages.filter((message) => !message.includes('ERR_FAILED'))
})
