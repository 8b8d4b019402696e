import type { Page } from '@playwright/test'
import { stops, tour } from '../kit/catalogue.ts'
import { LONG } from '../kit/long.ts'
import { goto } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { createTextOf } from '../kit/texts.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'

/** The floating button, not one of the same name on the screen. */
const service = (page: Page, lang = 'en') =>
  page.getByRole('button', { name: createTextOf(lang)('shell.support'), exact: true }).and(page.locator(':not(main *)'))

/**
 * Texts, icons and controls that the visible part of the service button covers, at three scroll positions: wherever the
 * button can be docked, at both edges of the window.
 */
async function covered(page: Page, lang = 'en'): Promise<string[]> {
  const button = service(page, lang)
  await expect(button).toBeVisible()
  return button.evaluate(async (element) => {
    const insets = /inset\(([\d.]+)px ([\d.]+)px ([\d.]+)px ([\d.]+)px/.exec(
      // As pixels, regardless of the unit of the style.
      getComputedStyle(element)
        .clipPath.replaceAll(/calc\(100% - ([\d.]+)px\)/g, (_, tab: string) => `${element.clientWidth - Number(tab)}px`)
        .replaceAll(/\b0(?=[ )])/g, '0px'),
    )
    const [top = 0, right = 0, bottom = 0, left = 0] = (insets ?? []).slice(1).map(Number)
    const { style } = element as HTMLElement
    const { cssText } = style
    style.transition = 'none'
    const boxAt = (down: string) => {
      style.setProperty('--down', down)
      return element.getBoundingClientRect()
    }
    const [highest, full] = [boxAt('0'), boxAt('1')]
    style.cssText = cssText
    const width = full.width - left - right
    const across = document.documentElement.clientWidth
    const strips = [0, across - width].map((start) => ({
      left: start,
      right: start + width,
      top: highest.top + top,
      bottom: full.bottom - bottom,
    }))
    /** The part of a box that its scrolling and clipping ancestors show. */
    const visible = (box: DOMRect, owner: Element) => {
      let { left, right, top, bottom } = box
      for (let at: Element | null = owner; at && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflow === 'visible') continue
        const edge = at.getBoundingClientRect()
        left = Math.max(left, edge.left)
        right = Math.min(right, edge.right)
        top = Math.max(top, edge.top)
        bottom = Math.min(bottom, edge.bottom)
      }
      return { left, right, top, bottom }
    }
    /** For screen readers only: clipped to nothing. */
    const isSpoken = (element: Element) =>
      element.getBoundingClientRect().width <= 1 || getComputedStyle(element).clipPath.startsWith('inset(50%')
    const found = new Set<string>(insets ? [] : ['the whole button is shown'])
    const look = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
      for (let at = walker.nextNode(); at; at = walker.nextNode()) {
        const node = at as Text | Element
        const owner = node instanceof Element ? node : node.parentElement
        if (
          !owner ||
          element.contains(owner) ||
          !owner.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        )
          continue
        const range = document.createRange()
        if (node instanceof Text) {
          if (!node.data.trim() || owner.tagName === 'OPTION' || isSpoken(owner)) continue
          range.selectNodeContents(node)
        }
        const boxes =
          node instanceof Text
            ? [...range.getClientRects()]
            : node.matches('svg, img, input, button, a[href]')
              ? [node.getBoundingClientRect()]
              : []
        for (const box of boxes)
          for (const strip of strips) {
            if (box.width <= 1) continue
            const shown = visible(box, owner)
            const both = {
              left: Math.max(shown.left, strip.left),
              right: Math.min(shown.right, strip.right),
              top: Math.max(shown.top, strip.top),
              bottom: Math.min(shown.bottom, strip.bottom),
            }
            if (both.right - both.left <= 1 || both.bottom - both.top <= 1) continue
            // Not one that is below a bar or a sheet.
            const front = document
              .elementsFromPoint((both.left + both.right) / 2, (both.top + both.bottom) / 2)
              .find((item) => item !== element && !element.contains(item))
            if (front && (owner.contains(front) || front.contains(owner)))
              found.add(
                node instanceof Text
                  ? node.data.trim().slice(0, 40)
                  : `${node.tagName} ${node.getAttribute('aria-label') ?? node.textContent?.slice(0, 30) ?? ''}`,
              )
          }
      }
    }
    const scrollers = [...document.querySelectorAll<HTMLElement>('main *')].filter(
      (element) =>
        element.clientHeight > 200 &&
        element.scrollHeight > element.clientHeight + 20 &&
        /auto|scroll/.test(getComputedStyle(element).overflowY),
    )
    for (const part of [0, 0.5, 1]) {
      for (const scroller of scrollers) scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * part
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      look()
    }
    return [...found]
  })
}

test(
  'the service button covers nothing at the ends of rows, and a tap reveals it before another opens it',
  LONG,
  async ({ page, context }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    for (const route of ['/pages/market/index', '/pages/index/index', '/pages/whdetail/index?symbol=BTCUSDT']) {
      await goto(page, route)
      expect(await covered(page), route).toEqual([])
    }
    const box = await service(page).boundingBox()
    if (!box) throw new Error('The button has no box.')
    const pages = () => context.pages().length
    const before = pages()
    await page.touchscreen.tap(box.x + box.width - 4, box.y + box.height / 2)
    await expect.poll(() => covered(page)).toContain('the whole button is shown')
    expect(pages()).toBe(before)
    const opened = context.waitForEvent('page')
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    await (await opened).close()
  },
)

for (const { lang, width } of [
  { lang: 'en', width: 390 },
  { lang: 'en', width: 320 },
  { lang: 'ar', width: 320 },
] as const)
  test(`the service button covers nothing on any screen: ${lang}, ${width} px`, LONG, async ({ page, request }) => {
    const { token } = await registerUser(request)
    await storeSettings(page, { token, lang })
    await page.setViewportSize({ width, height: 844 })
    const found: Record<string, string[]> = {}
    await tour(page, await stops(request, token), async ({ route }) => {
      const texts = await covered(page, lang)
      if (texts.length > 0) found[route] = texts
    })
    expect(found).toEqual({})
  })
