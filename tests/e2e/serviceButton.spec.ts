import type { Page } from '@playwright/test'
import { stops, tour } from './kit/catalogue.ts'
import { LONG } from './kit/long.ts'
import { goto } from './kit/screen.ts'
import { expect, test } from './kit/test.ts'
import { createTextOf } from './kit/texts.ts'
import { registerUser, storeSettings } from './kit/user.ts'

const service = (page: Page, lang = 'en') =>
  page.getByRole('button', { name: createTextOf(lang)('shell.support'), exact: true }).last()

/** Texts, icons and controls that the visible part of the service button covers, at three scroll positions. */
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
    const full = element.getBoundingClientRect()
    const shape = {
      left: full.left + left,
      right: full.right - right,
      top: full.top + top,
      bottom: full.bottom - bottom,
    }
    const meets = (box: DOMRect) =>
      box.width > 1 &&
      Math.min(box.right, shape.right) - Math.max(box.left, shape.left) > 1 &&
      Math.min(box.bottom, shape.bottom) - Math.max(box.top, shape.top) > 1
    /** For screen readers only: clipped to nothing. */
    const isSpoken = (one: Element) =>
      one.getBoundingClientRect().width <= 1 || getComputedStyle(one).clipPath.startsWith('inset(50%')
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
        for (const box of boxes) {
          if (!meets(box)) continue
          // The edge of a control that reaches into the margin: what it shows is measured by itself, the rest is pressed.
          const free = box.width - (Math.min(box.right, shape.right) - Math.max(box.left, shape.left))
          if (node instanceof Element && node.matches('button, a[href]') && free >= 32) continue
          const hit = document.elementsFromPoint(
            Math.min(shape.right - 1, Math.max(shape.left + 1, (box.left + box.right) / 2)),
            Math.min(shape.bottom - 1, Math.max(shape.top + 1, (box.top + box.bottom) / 2)),
          )
          if (
            hit.some(
              (one) =>
                owner === one ||
                owner.contains(one) ||
                (one.contains(owner) && one !== document.body && one !== document.documentElement),
            )
          )
            found.add(
              node instanceof Text
                ? node.data.trim().slice(0, 40)
                : `${node.tagName} ${node.getAttribute('aria-label') ?? node.textContent?.slice(0, 30) ?? ''}`,
            )
        }
      }
    }
    const scrollers = [...document.querySelectorAll<HTMLElement>('main *')].filter(
      (one) =>
        one.clientHeight > 200 &&
        one.scrollHeight > one.clientHeight + 20 &&
        /auto|scroll/.test(getComputedStyle(one).overflowY),
    )
    for (const part of [0, 0.5, 1]) {
      for (const one of scrollers) one.scrollTop = (one.scrollHeight - one.clientHeight) * part
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      look()
    }
    return [...found]
  })
}

test('the service button covers nothing at the ends of rows, and a tap reveals it before another opens it', async ({
  page,
  context,
}) => {
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
})

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
