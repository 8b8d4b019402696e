import { LONG } from '../kit/long.ts'
import { goto, main } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { en } from '../kit/texts.ts'

for (const { route, bar } of [
  { route: '/pages/market/index', bar: 'a bar of its own' },
  { route: '/pages/trade/index', bar: 'the default bar' },
])
  test(`a page pulled down says below ${bar} what it will do`, LONG, async ({ page }) => {
    await goto(page, route)
    const scroll = main(page).locator('[data-scroll]').first()
    const box = await scroll.boundingBox()
    if (!box) throw new Error('Nothing scrolls.')
    const client = await page.context().newCDPSession(page)
    const at = (y: number) => ({ touchPoints: [{ x: 30, y: box.y + y }] })
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(20) })
    for (let y = 30; y <= 170; y += 10) await client.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(y) })
    const words = main(page).getByText(en('ui.releaseToRefresh'))
    await expect(words).toBeVisible()
    const shown = await words.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      // Topmost element there; the mark itself takes no touches.
      element.closest<HTMLElement>('[aria-hidden]')?.style.setProperty('pointer-events', 'auto')
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return { top, isOnTop: hit !== null && (hit === element || hit.contains(element) || element.contains(hit)) }
    })
    expect(shown.top).toBeGreaterThanOrEqual(box.y)
    expect(shown.isOnTop).toBe(true)
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(words).toBeHidden()
  })
