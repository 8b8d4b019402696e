import type { Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { settled } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { en } from '../kit/texts.ts'

/** Different last prices that are sampled, frame by frame. */
const PRICES = 15

/** The prices that one frame has painted. */
interface Sample {
  header: string
  tag: string
  bid: string
  bestBid: string
}

/** Records the texts that the charts draw above their candles. */
const recordTags = (): void => {
  const texts = new Map<HTMLCanvasElement, string[]>()
  Object.assign(window, { drawnTexts: texts })
  const { clearRect, fillText } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.clearRect = function (...args) {
    texts.set(this.canvas, [])
    clearRect.apply(this, args)
  }
  CanvasRenderingContext2D.prototype.fillText = function (...args) {
    texts.get(this.canvas)?.push(args[0])
    fillText.apply(this, args)
  }
}

/** Samples after the paint of each frame, until there are enough prices. */
async function sample(page: Page, names: { bid: string; buyers: string }): Promise<Sample[]> {
  return await page.evaluate(
    ({ bid, buyers, enough }) =>
      new Promise<Sample[]>((resolve) => {
        const textOf = (element: Element | null | undefined): string => element?.textContent?.trim() ?? ''
        const digits = (text: string): string => /\d[\d,]*\.\d+/.exec(text)?.[0] ?? ''
        const found = new Map<string, Sample>()
        const take = (): void => {
          const { drawnTexts } = window as unknown as { drawnTexts: Map<HTMLCanvasElement, string[]> }
          // The overlay comes after the base, which has the labels of the axes.
          const overlay = [...document.querySelectorAll<HTMLCanvasElement>('main figure canvas')].at(-1)
          const drawn = (overlay && drawnTexts.get(overlay)) ?? []
          const tag = drawn.find((text) => /^[\d,]+\.\d+$/.test(text)) ?? ''
          const taken = {
            header: digits(textOf(document.querySelector('main [data-direction]'))),
            tag,
            bid: digits(drawn.find((text) => text.startsWith(bid)) ?? ''),
            bestBid: digits(textOf(document.querySelector(`main table[aria-label="${buyers}"] tbody td`))),
          }
          found.set(JSON.stringify(taken), taken)
          if (new Set([...found.values()].map(({ header }) => header)).size > enough) resolve([...found.values()])
          else next()
        }
        // A task after the callbacks of the frame: what it has painted.
        const next = (): void => void requestAnimationFrame(() => setTimeout(take))
        next()
      }),
    { ...names, enough: PRICES },
  )
}

test('header, chart tag and order book show one tick in every frame', LONG, async ({ page }) => {
  await page.addInitScript(recordTags)
  await page.goto('/h5/#/pages/whdetail/index?symbol=BTCUSDT')
  await settled(page)
  await expect(page.getByRole('grid', { name: en('book.buyers') }).getByRole('row')).toHaveCount(13)
  const samples = await sample(page, { bid: en('trade.bid'), buyers: en('book.buyers') })
  expect(samples.filter(({ tag }) => tag !== '').length).toBeGreaterThan(PRICES / 2)
  expect(samples.filter(({ tag, header }) => tag !== '' && tag !== header)).toEqual([])
  expect(samples.filter(({ bid, bestBid }) => bid === '' || bid !== bestBid)).toEqual([])
})
