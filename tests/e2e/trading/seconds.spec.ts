import type { Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { axe } from '../kit/axe.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import { goto, settled, dialog, main } from '../kit/screen.ts'
import { activate, buySeconds, contractAccount, trader } from '../kit/flows/seconds.ts'
import { keysOf, loseAnswers } from '../kit/flows/submit.ts'
import { allowConsoleErrors, expect, test } from '../kit/test.ts'
import { storeSettings } from '../kit/flows/user.ts'
import { post } from '../kit/flows/withdraw.ts'
import { createTextOf, en } from '../kit/texts.ts'
import { advance } from '../kit/time.ts'
import { expectToast } from '../kit/toasts.ts'

const SUBMIT = 'microtrade/submit'
type Words = typeof en

const stake = (page: Page, t: Words = en) => main(page).getByRole('textbox', { name: t('seconds.stake'), exact: true })
const way = (page: Page, side: 'long' | 'short', t: Words = en) =>
  main(page).getByRole('button', { name: new RegExp(`^${t(`seconds.side.${side}`)}`) })
const yes = (page: Page, side: 'Long' | 'Short' = 'Long', t: Words = en) =>
  dialog(page).getByRole('button', { name: t(`seconds.side.${side.toLowerCase()}`), exact: true })
const ring = (page: Page) => main(page).getByRole('timer', { name: en('seconds.left', { pair: 'BTC/USDT' }) })

/** Toast of an outcome: that of the ring, or the title of the message, whichever is first. */
const OUTCOME = /^BTC\/USDT: (won|lost|tied)|^Fixed time (won|lost|tied)/

async function open(page: Page, token: string, symbol = 'BTCUSDT'): Promise<void> {
  await storeSettings(page, { token })
  await page.goto(`/h5/#/pages/trade/index?kind=seconds&symbol=${symbol}`)
  await settled(page)
}

/** Types with the app's own keys, as a thumb does. */
async function type(page: Page, amount: string, t: Words = en): Promise<void> {
  await stake(page, t).click()
  const pad = page.getByRole('group', { name: t('keypad.label') })
  for (const sign of amount) await pad.getByRole('button', { name: sign, exact: true }).click()
  await pad.getByRole('button', { name: t('keypad.done') }).click()
}

test('a bullish contract from its terms to its outcome in the list, the account and the inbox', async ({
  page,
  request,
}) => {
  const { token } = await trader(request)
  await activate(request, token)
  await open(page, token)
  expect((await axe(page)).violations).toEqual([])
  await main(page)
    .getByRole('radio', { name: /^1 min/ })
    .check()
  await type(page, '100')
  await expect(main(page)).toContainText('+69.50 USDT')
  await way(page, 'long').click()
  for (const shown of [
    '100.00 USDT',
    '0.50 USDT',
    '70.00 USDT',
    '+69.50 USDT',
    '−100.50 USDT',
    en('seconds.tie.returned'),
    en('account.real'),
    en('seconds.priceNow'),
  ])
    await expect(dialog(page)).toContainText(shown)
  expect((await axe(page)).violations).toEqual([])
  await yes(page).click()
  await expectToast(page, en('success.orderPlaced'))
  await expect(ring(page)).toHaveText(/^(60|5\d)$/)
  expect(await contractAccount(request, token)).toEqual(['500', '399.5'])
  expect((await axe(page)).violations).toEqual([])
  await expect(main(page)).toContainText(new RegExp([en('seconds.now.result'), en('seconds.now.even')].join('|')))

  await advance(request, 60)
  await page.reload()
  await settled(page)
  await expect(ring(page)).toHaveCount(0)
  const outcome = new RegExp(
    `${en('status.secondsOrder.won')}|${en('status.secondsOrder.lost')}|${en('status.secondsOrder.tied')}`,
  )
  await main(page)
    .getByRole('tab', { name: en('spot.history') })
    .click()
  await main(page)
    .getByRole('button', { name: new RegExp(`${en('seconds.side.long')} BTC/USDT`) })
    .click()
  await expect(page).toHaveURL(/receipt\/index\?kind=secondsOrder&id=/)
  await goto(page, `/pages/trade/secondsDetail?id=${new URL(page.url()).hash.split('id=')[1]}`)
  await expect(main(page)).toContainText(outcome)
  for (const shown of [
    en('seconds.entry'),
    en('seconds.exit'),
    en('seconds.entryTick'),
    en('seconds.exitTick'),
    en('seconds.tie.returned'),
  ])
    await expect(main(page)).toContainText(shown)
  expect((await axe(page)).violations).toEqual([])
  const [balance, available] = await contractAccount(request, token)
  expect(['569.5', '399.5', '500']).toContain(balance)
  expect(available).toBe(balance)
  await page.goto('/h5/#/pages/notification/index')
  await expect(main(page)).toContainText('BTC/USDT')
})

test('a contract expires on screen: the outcome is shown when the ring is empty', LONG, async ({ page, request }) => {
  const { token } = await trader(request)
  await activate(request, token)
  await buySeconds(request, token, { term: '30', side: 'short' })
  // The ring is seen running on any machine, however slow.
  await page.clock.install()
  await open(page, token)
  await expect(ring(page)).toBeVisible()
  await advance(request, 31)
  await page.clock.fastForward(31_000)
  await expectToast(page, OUTCOME)
  await expect(ring(page)).toHaveCount(0)
})

test('a contract expires while another screen is open: its outcome is shown there', LONG, async ({ page, request }) => {
  const { token } = await trader(request)
  await activate(request, token)
  await buySeconds(request, token, { term: '30', side: 'short' })
  await storeSettings(page, { token })
  await goto(page, '/pages/market/index')
  await advance(request, 31)
  await expectToast(page, OUTCOME)
})

test('before the first one the risks are read and agreed to', LONG, async ({ page, request }) => {
  const { token } = await trader(request)
  await open(page, token)
  await expect(way(page, 'long')).toHaveCount(0)
  await main(page)
    .getByRole('button', { name: en('trade.activate') })
    .click()
  expect((await axe(page)).violations).toEqual([])
  await dialog(page)
    .getByRole('button', { name: en('trade.riskAgreeOne') })
    .click()
  await expect(way(page, 'long')).toBeVisible()
})

test('a stake below the minimum is refused, and can be corrected', LONG, async ({ page, request }) => {
  const { token } = await trader(request)
  await activate(request, token)
  await open(page, token)
  await type(page, '4')
  await way(page, 'long').click()
  await expect(main(page)).toContainText(en('form.minimum', { min: '5' }))
  await expect(dialog(page)).toHaveCount(0)
  await stake(page).fill('')
  await type(page, '5')
  await waitForTapGuard(page)
  await way(page, 'short').click()
  await yes(page, 'Short').click()
  await expectToast(page, en('success.orderPlaced'))
  expect(await contractAccount(request, token)).toEqual(['500', '494.97'])
})

test('two taps and a lost answer make one contract', LONG, async ({ page, request, pageErrors }) => {
  const { token } = await trader(request)
  await activate(request, token)
  await open(page, token)
  const keys = keysOf(page, SUBMIT)
  await loseAnswers(page, SUBMIT)
  await type(page, '50')
  await way(page, 'long').dblclick()
  await expect(dialog(page)).toHaveCount(1)
  await yes(page).dblclick()
  await expect(ring(page)).toBeVisible()
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  expect(await contractAccount(request, token)).toEqual(['500', '449.75'])
  allowConsoleErrors(pageErrors)
})

test('a price that has moved since is reported, and nothing is bought', LONG, async ({ page, request }) => {
  const { token } = await trader(request)
  await activate(request, token)
  await open(page, token)
  await type(page, '50')
  await way(page, 'long').click()
  await expect(dialog(page)).toBeVisible()
  // As if the user had seen another price.
  await page.route(`**/api/${SUBMIT}`, async (route) => {
    const sent = route.request().postDataJSON() as Record<string, string>
    await route.continue({ postData: JSON.stringify({ ...sent, price: String(Number(sent.price) * 1.01) }) })
  })
  await yes(page).click()
  await expectToast(page, en('error.priceChanged'))
  expect(await contractAccount(request, token)).toEqual(['500', '500'])
})

test('in Arabic and light, from right to left', LONG, async ({ page, request }) => {
  const ar = createTextOf('ar')
  const { token } = await trader(request)
  await activate(request, token)
  await buySeconds(request, token)
  await storeSettings(page, { token, lang: 'ar', theme: 'light' })
  await page.goto('/h5/#/pages/trade/index?kind=seconds')
  await settled(page)
  expect((await axe(page)).violations).toEqual([])
  await type(page, '10', ar)
  // The amount is beside its label, which is on the right.
  const { align, room, label } = await stake(page, ar).evaluate((input: HTMLInputElement) => {
    const { textAlign, paddingRight } = getComputedStyle(input)
    const label = input.labels?.[0]?.getBoundingClientRect().width ?? Infinity
    return { align: textAlign, room: Number.parseFloat(paddingRight), label }
  })
  expect(align).toBe('start')
  expect(room).toBeGreaterThanOrEqual(label)
  await way(page, 'short', ar).click()
  await expect(dialog(page)).toContainText(ar('seconds.tie.returned'))
  expect((await axe(page)).violations).toEqual([])
  await yes(page, 'Short', ar).click()
  await expectToast(page, new RegExp(`^${ar('spot.toast.placed', { quantity: '', price: '' }).split(':', 1)[0]}`))
})

test('on a break the directions cannot be chosen, and the card says why', LONG, async ({ page, request }) => {
  const { token } = await trader(request)
  await activate(request, token)
  await post(request, token, 'safe/pause', { length: 'hours24' })
  await open(page, token)
  await expect(main(page)).toContainText(en('pause.now'))
  await expect(way(page, 'long')).toBeDisabled()
  await expect(way(page, 'short')).toBeDisabled()
  expect((await axe(page)).violations).toEqual([])
})
