import type { Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { goto, settled } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { en } from '../kit/texts.ts'
import { withinCandle } from '../kit/time.ts'
import { fingers } from '../kit/touch.ts'
import { storeSettings } from '../kit/flows/user.ts'

/** Duration of an initial candle, seconds. */
const CANDLE = 900
const ALL = ['ma', 'ema', 'boll', 'macd', 'rsi']
const KLINE = '/pages/kline/index?symbol=BTCUSDT'

interface LegendText {
  text: string
  color: string
  /** Device pixels of the canvas. */
  box: [left: number, top: number, width: number, height: number]
}

/** Records the texts of legends, which are the only ones that a chart draws at their upper left corner, until their canvas is cleared. */
async function recordLegends(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const recorded = new WeakMap<HTMLCanvasElement, LegendText[]>()
    Object.assign(globalThis, { legendsOf: (canvas: HTMLCanvasElement) => recorded.get(canvas) ?? [] })
    const { fillText, clearRect } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.clearRect = function (...area) {
      recorded.set(this.canvas, [])
      clearRect.apply(this, area)
    }
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      if (this.textAlign === 'left' && this.textBaseline === 'top') {
        const { width, actualBoundingBoxDescent: height } = this.measureText(text)
        const texts = recorded.get(this.canvas) ?? []
        texts.push({ text, color: String(this.fillStyle), box: [x, y, width, height] })
        recorded.set(this.canvas, texts)
      }
      fillText.call(this, text, x, y)
    }
  })
}

const canvases = (page: Page) => page.locator('main:visible figure').first().locator('canvas')

/** The texts of all legends of the chart. */
const legends = (page: Page): Promise<LegendText[]> =>
  canvases(page)
    .last()
    .evaluate((canvas) => (globalThis as unknown as { legendsOf(canvas: Element): LegendText[] }).legendsOf(canvas))

/** The texts of legends that a candle, bar or curve is drawn under: these are coloured, the grid is grey. */
const covered = async (page: Page): Promise<string[]> => {
  const texts = await legends(page)
  return canvases(page)
    .first()
    .evaluate((canvas: HTMLCanvasElement, all) => {
      const ctx = canvas.getContext('2d')
      return all.flatMap(({ text, box: [left, top, width, height] }) => {
        const { data = [] } = ctx?.getImageData(left, top, Math.max(1, width), Math.max(1, height)) ?? {}
        for (let at = 0; at < data.length; at += 4) {
          const [red = 0, green = 0, blue = 0, alpha = 0] = data.slice(at, at + 4)
          if (alpha > 128 && Math.max(red, green, blue) - Math.min(red, green, blue) > 60) return [text]
        }
        return []
      })
    }, texts)
}

async function open(page: Page, address: string, indicators = ALL): Promise<void> {
  await recordLegends(page)
  await page.addInitScript((chosen) => {
    if (localStorage.getItem('placard.chartIndicators') === null)
      localStorage.setItem('placard.chartIndicators', JSON.stringify(chosen))
  }, indicators)
  await storeSettings(page, {})
  await goto(page, address)
  await expect(canvases(page)).toHaveCount(2)
  await expect.poll(async () => (await legends(page)).length).toBeGreaterThan(2)
}

test.beforeEach(({ request }) => withinCandle(request, CANDLE))

for (const { address, size } of [
  { address: KLINE, size: { width: 390, height: 844 } },
  { address: KLINE, size: { width: 320, height: 568 } },
  { address: KLINE, size: { width: 844, height: 390 } },
  { address: '/pages/whdetail/index?symbol=BTCUSDT', size: { width: 390, height: 844 } },
])
  test(`no legend is on a candle, bar or curve: ${address} at ${size.width} px`, LONG, async ({ page }) => {
    await page.setViewportSize(size)
    await open(page, address)
    expect(await covered(page)).toEqual([])
    const box = await canvases(page).first().boundingBox()
    if (!box) throw new Error('The chart is not on the screen.')
    const touch = await fingers(page)
    const y = box.y + box.height * 0.3
    for (let swipes = 0; swipes < 3; swipes += 1) {
      await touch.swipe({ x: box.x + box.width * 0.2, y }, { x: box.x + box.width * 0.7, y })
      expect(await covered(page)).toEqual([])
    }
  })

test(
  'an indicator has the period and the colour that the user sets, at once and after a reload',
  LONG,
  async ({ page }) => {
    await open(page, KLINE, ['ma'])
    const names = async () => (await legends(page)).map(({ text }) => text.split(' ')[0])
    expect(await names()).toContain('MA5')
    await page.getByRole('button', { name: en('chart.indicators') }).click()
    const sheet = page.getByRole('dialog')
    const curve = en('chart.curve.ma1')
    await sheet.getByRole('slider', { name: en('chart.periodOf', { curve }) }).fill('9')
    await sheet
      .getByRole('radiogroup', { name: en('chart.colorOf', { curve }) })
      .getByRole('radio', { name: en('chart.color.curve-pink') })
      .check({ force: true })
    const pink = await page.evaluate(() => {
      const ctx = document.createElement('canvas').getContext('2d')
      if (!ctx) return ''
      ctx.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--curve-pink').trim()
      return ctx.fillStyle
    })
    const colorOf = async (name: string) => (await legends(page)).find(({ text }) => text.startsWith(`${name} `))?.color
    await expect.poll(() => colorOf('MA9')).toBe(pink)
    expect(await names()).not.toContain('MA5')
    await page.reload()
    await settled(page)
    await expect.poll(() => colorOf('MA9')).toBe(pink)
    // Another indicator keeps its own.
    expect(await colorOf('MA10')).not.toBe(pink)
  },
)
