import type { Locator, Page } from '@playwright/test'

/** Drags a finger (or the mouse, on a page with pointer events) from one point to another. */
export async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (let step = 1; step <= 12; step += 1) {
    await page.mouse.move(from.x + ((to.x - from.x) * step) / 12, from.y + ((to.y - from.y) * step) / 12)
  }
  await page.mouse.up()
}

/** Drags the handle of a slide from its start to its end, in the reading direction. */
export async function slideOver(page: Page, slide: Locator): Promise<void> {
  // The slider itself is for keyboards and screen readers; a finger drags its track.
  const track = slide.locator('..')
  await track.scrollIntoViewIfNeeded()
  const box = await track.boundingBox()
  if (!box) throw new Error('The slide is not on the screen.')
  const y = box.y + box.height / 2
  await drag(page, { x: box.x + 24, y }, { x: box.x + box.width - 2, y })
}
