import type { Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { settled, main } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { storeSettings } from '../kit/flows/user.ts'
import { en } from '../kit/texts.ts'

const [TOP, BOTTOM, SIDE] = [47, 34, 59]

/** The insets of a phone with a notch and a home indicator. */
async function setInsets(page: Page, insets: Record<'top' | 'bottom' | 'left' | 'right', number>): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets })
}

async function open(page: Page, route: string): Promise<void> {
  await storeSettings(page, { theme: 'dark', lang: 'en' })
  await page.goto(`/h5/#${route}`)
  await settled(page)
}

const password = (page: Page) => main(page).getByLabel(new RegExp(`^${en('field.passwordConfirm')}`))

async function bottomOf(page: Page): Promise<number> {
  const box = await password(page).boundingBox()
  return box ? box.y + box.height : Infinity
}

test('upright, the header clears the notch once, and the tabs clear the home indicator', async ({ page }) => {
  await setInsets(page, { top: TOP, bottom: BOTTOM, left: 0, right: 0 })
  await open(page, '/pages/market/index')
  const mark = await page.getByText(en('shell.sandbox')).boundingBox()
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  const tab = await page
    .getByRole('navigation', { name: en('shell.tabs') })
    .getByRole('button')
    .first()
    .boundingBox()
  if (!mark || !title || !tab) throw new Error('The screen has no header or no tabs.')
  expect(mark.y).toBe(TOP)
  expect(title.y - (mark.y + mark.height)).toBeLessThan(TOP)
  expect(tab.y + tab.height).toBeLessThanOrEqual(844 - BOTTOM)
})

test('on its side, content and dialogs clear the notch', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await setInsets(page, { top: 0, bottom: 21, left: SIDE, right: SIDE })
  await open(page, '/pages/register/index')
  const back = await page.getByRole('button', { name: en('ui.back') }).boundingBox()
  const field = await password(page).boundingBox()
  expect(back?.x).toBeGreaterThanOrEqual(SIDE)
  expect(field?.x).toBeGreaterThanOrEqual(SIDE)
  expect((field?.x ?? 0) + (field?.width ?? 0)).toBeLessThanOrEqual(844 - SIDE)
  await main(page)
    .getByRole('button', { name: new RegExp(`^${en('field.country')}`) })
    .click()
  const panel = await page.getByRole('dialog').locator('[data-panel]').boundingBox()
  expect(panel?.x).toBeGreaterThanOrEqual(SIDE)
})

test('a keyboard that makes the page shorter leaves the focused field in view', LONG, async ({ page }) => {
  await open(page, '/pages/register/index')
  await password(page).focus()
  await page.setViewportSize({ width: 390, height: 420 })
  await expect.poll(() => bottomOf(page)).toBeLessThanOrEqual(420)
  await expect(page.locator('meta[name=viewport]')).toHaveAttribute('content', /interactive-widget=resizes-content/)
})

test('a keyboard that lies over the page, as on iOS, leaves the focused field in view', LONG, async ({ page }) => {
  await open(page, '/pages/register/index')
  await password(page).focus()
  const cover = (height: number) =>
    page.evaluate((shown) => {
      const view = window.visualViewport
      if (!view) throw new Error('There is no visual viewport.')
      Object.defineProperty(view, 'height', { value: shown, configurable: true })
      view.dispatchEvent(new Event('resize'))
    }, height)
  await cover(460)
  await expect.poll(() => bottomOf(page)).toBeLessThanOrEqual(460)
  await cover(844)
  expect(await page.evaluate(() => document.documentElement.style.getPropertyValue('--keyboard'))).toBe('0px')
})
