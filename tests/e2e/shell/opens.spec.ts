import type { Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { settled, dialog, main } from '../kit/screen.ts'
import { allowConsoleErrors, expect, test } from '../kit/test.ts'
import { open } from '../kit/flows/transfer.ts'
import { en } from '../kit/texts.ts'

const at = (page: Page, route: string) => expect(page).toHaveURL(new RegExp(`#${route}(\\?|$)`))
/** Home shows open markets first: which ones depends on the server's clock. */
const A_PAIR = /[A-Z]{3}\/[A-Z]{3}/
const retry = (page: Page) => page.getByRole('button', { name: en('ui.retry'), exact: true })

/** Log of the browser for requests that fail. */
const REFUSED =
  /Failed to load resource|WebSocket connection|dynamically imported module|Unable to preload CSS|Failed to load module script/

for (const address of ['', '#/pages/net/index']) {
  test(
    `an unreachable service: the entry says so, retries when the user asks, and opens Home once it answers (${address || 'no address'})`,
    LONG,
    async ({ page, pageErrors }) => {
      let asked = 0
      await page.route(/\/(api|live)\//, (route) => {
        if (route.request().url().includes('/api/status')) asked += 1
        return route.abort()
      })
      await page.goto(`/h5/${address}`)
      await expect(main(page)).toContainText(en('net.failed'))
      const before = asked
      await retry(page).click()
      await expect.poll(() => asked).toBeGreaterThan(before)
      await expect(main(page)).toContainText(en('net.failed'))

      await page.unroute(/\/(api|live)\//)
      await retry(page).click()
      await at(page, '/pages/index/index')
      await settled(page)
      await expect(main(page)).toContainText(A_PAIR)
      // The network page is no longer in the history.
      await expect(page.getByText(en('net.failed'))).toHaveCount(0)
      allowConsoleErrors(pageErrors, REFUSED)
    },
  )
}

test('a logout in one tab logs out the other, and none of the user’s data remains', async ({
  page,
  request,
  context,
}) => {
  const token = await open(page, request)
  const other = await context.newPage()
  await other.goto('/h5/#/pages/assets/index')
  await settled(other)
  await expect(main(other)).toContainText('1,000.00')

  await page.evaluate(() => void (location.hash = '/pages/user/set'))
  await page.getByRole('button', { name: en('user.logout') }).click()
  await dialog(page)
    .getByRole('button', { name: en('user.logout') })
    .click()
  await at(page, '/pages/index/index')

  await at(other, '/pages/login/index')
  await expect(other.getByRole('textbox', { name: en('field.account') })).toBeVisible()
  await expect(other.getByText('1,000.00')).toHaveCount(0)
  expect(
    await other.evaluate(() => [localStorage.getItem('placard.token'), localStorage.getItem('placard.userInfo')]),
  ).toEqual([null, null])
  // The app logs out at once, and the server a moment later.
  const stateOfSession = async (): Promise<string> => {
    const reply = await request.get('/api/user/info?lang=en', { headers: { authorization: token } })
    return ((await reply.json()) as { type: string }).type
  }
  await expect.poll(stateOfSession).toBe('999')
  // The user's screen requires a login again.
  await other.evaluate(() => void (location.hash = '/pages/assets/transferOrder'))
  await at(other, '/pages/login/index')
})

test(
  'opened while a part of the screen cannot be loaded: the screen says so, and a retry loads it',
  LONG,
  async ({ page, pageErrors }) => {
    await page.route('**/assets/Form-*.js', (route) => route.fulfill({ status: 503, body: 'none' }))
    let loads = 0
    page.on('load', () => (loads += 1))
    await page.goto('/h5/#/pages/login/index')
    await expect(retry(page)).toBeVisible()
    expect(loads).toBe(1)
    await page.unroute('**/assets/Form-*.js')
    await retry(page).click()
    await expect(page.getByRole('textbox', { name: en('field.account') })).toBeVisible()
    allowConsoleErrors(pageErrors, REFUSED)
  },
)

test(
  'opened during a deploy: the code named by the page is deleted, and the page is requested once more',
  LONG,
  async ({ page, pageErrors }) => {
    let gone = true
    await page.route('**/assets/first-*.js', (route) => {
      if (!gone) return route.fallback()
      gone = false
      return route.fulfill({ status: 404, body: 'none' })
    })
    await page.goto('/h5/')
    await at(page, '/pages/index/index')
    await settled(page)
    await expect(main(page)).toContainText(A_PAIR)
    expect(gone).toBe(false)
    allowConsoleErrors(pageErrors, REFUSED)
  },
)
