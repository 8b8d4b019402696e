import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { axe } from '../kit/axe.ts'
import { openLever, leveraged, trades } from '../kit/flows/lever.ts'
import { above, info } from '../kit/flows/spot.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { post } from '../kit/flows/withdraw.ts'
import { LONG } from '../kit/long.ts'
import { goto, settled } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { en } from '../kit/texts.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import { fingers, type Fingers, type Point } from '../kit/touch.ts'

const KLINE = '/pages/kline/index?symbol=BTCUSDT'
const plot = (page: Page) => page.locator('figure:visible').first()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
/** The beginning of the name of a button whose end differs. */
const starts = (key: string, args?: Record<string, string>) =>
  new RegExp(
    `^${en(key, args)
      .replaceAll(/[\u2066-\u2069]/g, '')
      .trim()}`,
  )
const sheet = (page: Page) => page.getByRole('dialog')

async function open(page: Page, token?: string): Promise<Fingers> {
  await storeSettings(page, { token })
  await goto(page, KLINE)
  await expect(plot(page).locator('canvas')).toHaveCount(2)
  return fingers(page)
}

/** A point of the canvas of the chart, in parts of its width and height. */
async function at(page: Page, x: number, y: number): Promise<Point> {
  const box = await plot(page).locator('canvas').last().boundingBox()
  if (!box) throw new Error('The chart is not on the screen.')
  return { x: box.x + box.width * x, y: box.y + box.height * y }
}

interface Stored {
  kind: string
  symbol: string
  points: { time: number; price: string }[]
  text: string
}
const stored = (page: Page): Promise<Stored[]> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('placard.chartDrawings') ?? '[]') as Stored[])

test('a trend line is drawn by touch, survives a reload and another period, is moved, deleted and undone', async ({
  page,
}) => {
  const touch = await open(page)
  await button(page, en('ui.chartDraw')).tap()
  await button(page, en('ui.chartTrend')).tap()
  await touch.swipe(await at(page, 0.2, 0.5), await at(page, 0.6, 0.3))
  await expect.poll(async () => (await stored(page)).length).toBe(1)
  const [line] = await stored(page)
  expect(line).toMatchObject({ kind: 'trend', symbol: 'BTCUSDT' })
  expect(line?.points[1]?.time).toBeGreaterThan(line?.points[0]?.time ?? 0)
  expect(Number(line?.points[1]?.price)).toBeGreaterThan(Number(line?.points[0]?.price))
  expect((await axe(page)).violations).toEqual([])

  await page.reload()
  await settled(page)
  await page.getByRole('tab', { name: en('chart.interval.1h'), exact: true }).tap()
  await settled(page)
  expect(await stored(page)).toEqual([line])

  await button(page, en('ui.chartDraw')).tap()
  await button(page, en('ui.chartDrawings')).tap()
  const row = page.getByRole('list', { name: en('ui.chartDrawings') }).getByRole('listitem')
  await expect(row).toHaveCount(1)
  await row.getByRole('button').last().tap()
  await expect.poll(() => stored(page)).toEqual([])
  await button(page, en('ui.chartUndo')).tap()
  await expect.poll(() => stored(page)).toEqual([line])
})

test('each tool is drawn on the chart; a selected drawing follows the finger', LONG, async ({ page }) => {
  const touch = await open(page)
  await button(page, en('ui.chartDraw')).tap()
  for (const tool of ['ui.chartRay', 'ui.chartFibonacci', 'ui.chartRectangle'] as const) {
    await button(page, en(tool)).tap()
    await touch.tap(await at(page, 0.15, 0.3))
    await touch.tap(await at(page, 0.45, 0.5))
    await button(page, en('keypad.done')).tap()
  }
  await button(page, en('ui.chartNote')).tap()
  await touch.tap(await at(page, 0.3, 0.6))
  await page.getByRole('textbox', { name: en('ui.chartNote') }).fill('Support')
  await page.keyboard.press('Enter')
  await button(page, en('keypad.done')).tap()
  await button(page, en('ui.chartHorizontal')).tap()
  await touch.tap(await at(page, 0.3, 0.4))
  const kinds = async () => (await stored(page)).map(({ kind, text }) => kind + text)
  await expect.poll(kinds).toEqual(['ray', 'fibonacci', 'rectangle', 'textSupport', 'horizontal'])
  const price = async () => Number((await stored(page)).at(-1)?.points[0]?.price)
  const before = await price()
  await touch.swipe(await at(page, 0.3, 0.4), await at(page, 0.3, 0.25))
  await expect.poll(price).toBeGreaterThan(before)
  await button(page, en('ui.chartDrawings')).tap()
  await button(page, en('ui.chartHide')).tap()
  await expect(button(page, en('ui.chartShow'))).toBeVisible()
  await expect(button(page, en('ui.chartTrend'))).toBeDisabled()
})

test('a drawing is placed and deleted by the keyboard', LONG, async ({ page }) => {
  await open(page)
  await button(page, en('ui.chartDraw')).press('Enter')
  await button(page, en('ui.chartTrend')).press('Enter')
  await page.getByRole('slider').focus()
  for (const key of ['ArrowLeft', 'Enter', 'ArrowLeft', 'ArrowLeft', 'Enter']) await page.keyboard.press(key)
  await expect.poll(async () => (await stored(page)).map(({ points }) => points.length)).toEqual([2])
  await page.keyboard.press('Delete')
  await expect.poll(() => stored(page)).toEqual([])
})

/** Drags the handle of a line by so many pixels: it is found by its text in the list of lines. */
async function dragLine(page: Page, touch: Fingers, line: Locator, by: number): Promise<void> {
  const box = await plot(page).locator('canvas').last().boundingBox()
  if (!box) throw new Error('The chart is not on the screen.')
  await expect(line).toHaveCount(1)
  for (let y = box.y + 50; y < box.y + box.height * 0.75; y += 18) {
    const from = { x: box.x + box.width - 30, y }
    await touch.down(from)
    await touch.move([from], [{ x: from.x, y: y + by }], 6)
    await touch.up()
    await page.waitForTimeout(300)
    if ((await sheet(page).count()) > 0) return await waitForTapGuard(page)
  }
  throw new Error('No line was dragged.')
}

const alerts = async (request: APIRequestContext, token: string) =>
  (
    (await (await request.get('/api/alert/list?lang=en', { headers: { authorization: token } })).json()) as {
      data: { rows: { id: string; price: string }[] }
    }
  ).data.rows

test('an alert is set at the price of the crosshair, and moved by its handle', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  const touch = await open(page, token)
  await touch.longPress(await at(page, 0.4, 0.3))
  await touch.up()
  const pick = page.getByRole('button', { name: starts('ui.chartPick', { price: '' }) })
  await pick.tap()
  await sheet(page)
    .getByRole('button', { name: starts('alert.add') })
    .tap()
  await expect.poll(async () => (await alerts(request, token)).length).toBe(1)
  const [first] = await alerts(request, token)
  const line = page.getByRole('button', { name: starts('ui.chartAdjust', { line: en('chart.alert') }) })
  await dragLine(page, touch, line, 24)
  await sheet(page)
    .getByRole('button', { name: starts('alert.edit') })
    .tap()
  await expect.poll(async () => Number((await alerts(request, token))[0]?.price)).toBeLessThan(Number(first?.price))
  expect((await alerts(request, token)).map(({ id }) => id)).toEqual([first?.id])
})

test('a leveraged order is dragged, and changed in place once it is confirmed', LONG, async ({ page, request }) => {
  const { token } = await leveraged(request)
  const { bid } = await info(request, token)
  await openLever(request, token, { kind: 'limit', price: above(bid, -0.3) })
  const order = async () => (await trades(request, token)).orders[0]
  const before = await order()
  const touch = await open(page, token)
  const line = page.getByRole('button', { name: starts('ui.chartAdjust', { line: en('spot.kind.limit') }) })
  await dragLine(page, touch, line, 30)
  await sheet(page)
    .getByRole('button', { name: starts('spot.change') })
    .tap()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: en('spot.change') })
    .tap()
  await expect.poll(async () => (await order())?.price).not.toBe(before?.price)
  expect((await order())?.id).toBe(before?.id)
})

test(
  'a stop-loss is dragged, and set once it is confirmed; a cancelled one is back',
  LONG,
  async ({ page, request }) => {
    const { token } = await leveraged(request)
    await openLever(request, token)
    const stop = async () => (await trades(request, token)).positions[0]?.stopLoss
    const [position] = (await trades(request, token)).positions
    const price = Number(position?.price)
    await post(
      request,
      token,
      'lever/setstop',
      { id: position?.id, mode: 'real', symbol: 'BTCUSDT', takeProfit: null, stopLoss: (price * 0.997).toFixed(2) },
      { 'idempotency-key': `chart-${Date.now()}` },
    )
    const before = await stop()
    const touch = await open(page, token)
    const line = page.getByRole('button', { name: starts('ui.chartAdjust', { line: en('lever.sl') }) })
    // The same without a pointer, by the list of lines.
    await line.focus()
    await page.keyboard.press('Enter')
    await expect(sheet(page)).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toHaveCount(0)
    await dragLine(page, touch, line, 30)
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toHaveCount(0)
    expect(await stop()).toBe(before)

    await dragLine(page, touch, line, 30)
    await sheet(page)
      .getByRole('button', { name: starts('lever.stops.save') })
      .tap()
    await expect.poll(async () => Number(await stop())).toBeLessThan(Number(before))
  },
)
