import type { Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { axe } from '../kit/axe.ts'
import { measure } from '../kit/fit.ts'
import { settled, main } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { createTextOf, en } from '../kit/texts.ts'

const status = (page: Page) => main(page).getByRole('status').last()
const show = (page: Page) => main(page).getByRole('button', { name: new RegExp(`^${en('location.show')}`) })
const take = (page: Page) => main(page).getByRole('button', { name: en('location.take') })

async function open(page: Page, address: string): Promise<void> {
  await page.goto(`/h5/#${address}`)
  await settled(page)
}

test(
  'a place is searched for, chosen, handed back to the screen that asked, and kept',
  LONG,
  async ({ page, request }) => {
    await storeSettings(page, { token: (await registerUser(request)).token })
    await open(page, '/pages/user/data')
    await expect(show(page)).toHaveCount(0)
    await main(page)
      .getByRole('button', { name: new RegExp(`^${en('location.choose')}`) })
      .click()
    await settled(page)
    await expect(take(page)).toBeDisabled()
    await main(page)
      .getByRole('searchbox', { name: en('map.search') })
      .fill('zur')
    await main(page).getByRole('button', { name: 'Zürich' }).click()
    await expect(status(page)).toContainText('Zürich')
    await take(page).click()
    await expect(page).toHaveURL(/#\/pages\/user\/data\?result=47\.37690%2C8\.54170$/)
    await expect(show(page)).toBeVisible()
    await page.reload()
    await settled(page)
    await expect(show(page)).toBeVisible()
    await test.step('back leads to the previous screen, not to the map', async () => {
      await show(page).click()
      await settled(page)
      await expect(status(page)).toContainText('Zürich')
      await page.goBack()
      await expect(page).toHaveURL(/#\/pages\/user\/data/)
    })
  },
)

test('a tap sets the pin, a drag moves it, and so do the keys alone', LONG, async ({ page }) => {
  await open(page, '/pages/location/choose')
  const map = main(page).getByRole('application')
  const box = await map.boundingBox()
  if (!box) throw new Error('the map has no place')
  await expect(map.locator('path').first()).toBeAttached()
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await expect(take(page)).toBeEnabled()
  const before = await status(page).innerText()
  const pin = map.locator('.leaflet-marker-icon')
  const at = await pin.boundingBox()
  if (!at) throw new Error('the pin has no place')
  await page.mouse.move(at.x + 22, at.y + 30)
  await page.mouse.down()
  await page.mouse.move(at.x + 62, at.y + 70, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => status(page).innerText()).not.toBe(before)

  const dragged = await status(page).innerText()
  await map.focus()
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('ArrowRight')
  await page.waitForTimeout(400)
  const middle = main(page).getByRole('button', { name: en('map.middle') })
  await middle.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => status(page).innerText()).not.toBe(dragged)
})

test('the position of the phone, with permission and without', LONG, async ({ page, context }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 1.3521, longitude: 103.8198 })
  await open(page, '/pages/location/choose')
  const locate = main(page).getByRole('button', { name: en('map.here') })
  await locate.click()
  await expect(status(page)).toContainText('Singapore')
  await context.clearPermissions()
  await page.reload()
  await settled(page)
  await locate.click()
  await expect(status(page)).toHaveText(new RegExp(`${en('map.denied')}|${en('map.unavailable')}`))
})

for (const address of ['/pages/location/choose', '/pages/location/open?at=-33.86880,151.20930']) {
  test(`${address} is accessible, and fits 320 px right to left too`, LONG, async ({ page }) => {
    await storeSettings(page, { lang: 'ar', theme: 'light' })
    await page.setViewportSize({ width: 320, height: 700 })
    await open(page, address)
    await expect(main(page).locator('path').first()).toBeAttached()
    const { violations, rules } = await axe(page)
    expect(rules).toBeGreaterThan(10)
    expect(violations).toEqual([])
    expect((await measure(page)).misfits).toEqual([])
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/ar${address.includes('open') ? 'open' : 'choose'}.png` })
  })
}

test('a place is handed over to the maps of the phone', LONG, async ({ page, context }) => {
  await context.route('https://www.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Maps</title>' }),
  )
  await open(page, '/pages/location/open?at=52.52000,13.40500')
  await expect(status(page)).toContainText('Berlin')
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/open.png` })
  const popup = context.waitForEvent('page')
  await main(page)
    .getByRole('button', { name: en('location.inBrowser') })
    .click()
  await expect(await popup).toHaveURL('https://www.google.com/maps/search/?api=1&query=52.52000%2C13.40500')
  await open(page, '/pages/location/choose')
  await main(page).getByRole('searchbox').fill('b')
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/search.png` })
  await main(page).getByRole('button', { name: 'Berlin' }).click()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/choose.png` })
})

// Leaflet has styles for the same elements, which the build may put after those of the widget.
test('the map has the colours of the theme, and the tip of its pin is at the place', LONG, async ({ page }) => {
  await storeSettings(page, { theme: 'dark' })
  await open(page, '/pages/location/open?at=52.52000,13.40500')
  const map = main(page).getByRole('application')
  const pin = map.locator('.leaflet-marker-icon > *')
  await expect(pin).toBeVisible()
  await expect(map).toHaveCSS(
    'background-color',
    await map.evaluate((box) => getComputedStyle(box.parentElement as Element).backgroundColor),
  )
  const tip = await pin.boundingBox()
  const box = await map.boundingBox()
  if (!tip || !box) throw new Error('the map or its pin has no place')
  // The pin is in the middle of the map.
  expect(Math.abs(tip.x + tip.width / 2 - (box.x + box.width / 2))).toBeLessThan(1)
  expect(Math.abs(tip.y + tip.height - (box.y + box.height / 2))).toBeLessThan(1)
})

test('cities are named in the user’s language', LONG, async ({ page }) => {
  await storeSettings(page, { lang: 'ja' })
  await open(page, '/pages/location/choose')
  await main(page).getByRole('searchbox').fill('ミュン')
  await main(page).getByRole('button', { name: 'ミュンヘン' }).click()
  await expect(status(page)).toContainText('ミュンヘン')
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/ja.png` })
})

test('without the names of cities the map still returns a place', LONG, async ({ page, pageErrors }) => {
  await storeSettings(page, { lang: 'ja' })
  // From the beginning: a stored reply would be shown instead.
  await page.route('**/api/set/cities**', (route) => route.abort())
  await open(page, '/pages/location/choose')
  const map = main(page).getByRole('application')
  await expect(map.locator('path').first()).toBeAttached()
  await expect(main(page).getByRole('searchbox')).toHaveCount(0)
  await main(page)
    .getByRole('button', { name: createTextOf('ja')('map.middle') })
    .click()
  await expect(map.locator('.leaflet-marker-icon')).toBeAttached()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/bare.png` })
  pageErrors.messages = pageErrors.messages.filter((message) => !message.includes('ERR_FAILED'))
})
