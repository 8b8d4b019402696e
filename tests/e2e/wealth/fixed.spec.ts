import { LONG } from '../kit/long.ts'
import { axe } from '../kit/axe.ts'
import { coin } from '../kit/flows/deposit.ts'
import { agree, DAY, fix, sign, type } from '../kit/flows/finance.ts'
import { satisfyGuards } from '../kit/accessRules.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import { settled, dialog, main } from '../kit/screen.ts'
import { loseAnswers } from '../kit/flows/submit.ts'
import { allowConsoleErrors, expect, test } from '../kit/test.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { advance } from '../kit/time.ts'
import { en } from '../kit/texts.ts'
import { expectToast } from '../kit/toasts.ts'

const days = (count: number) => en('fixed.days_other', { count: String(count) })

test(
  'chosen from the offers, quoted, agreed to, settled day by day, and free again at the end',
  LONG,
  async ({ page, request }) => {
    const { token } = await registerUser(request)
    await satisfyGuards(request, token)
    await storeSettings(page, { token })
    await page.goto('/h5/#/pages/assets/index')
    await settled(page)
    await main(page)
      .getByRole('button', { name: en('fixed.title'), exact: true })
      .click()
    await settled(page)
    expect((await axe(page)).violations).toEqual([])
    await main(page)
      .getByRole('button', { name: en('fixed.name', { currency: 'USDT', days: days(7) }) })
      .click()
    await expect(page).toHaveURL(/deposit\/subscribe\?product=usdt-7/)
    await settled(page)
    expect((await axe(page)).violations).toEqual([])

    await type(page, 'fixed.amount', '9.99')
    await main(page)
      .locator('form')
      .getByRole('button', { name: en('fixed.subscribe') })
      .click()
    await expect(main(page)).toContainText(en('form.minimum', { min: '10' }))
    await main(page)
      .getByRole('textbox', { name: en('fixed.amount') })
      .fill('500')
    await page.getByRole('button', { name: en('keypad.done') }).click()
    await expect(main(page)).toContainText('500.35 USDT')
    await waitForTapGuard(page)
    await main(page)
      .locator('form')
      .getByRole('button', { name: en('fixed.subscribe') })
      .click()
    for (const shown of ['500.00 USDT', '0.05 USDT', '0.35 USDT', days(7)])
      await expect(dialog(page)).toContainText(shown)
    expect((await axe(page)).violations).toEqual([])
    await agree(page, 'fixed.subscribe')
    await sign(page)
    await expectToast(page, en('success.subscribed'))
    await expect(page).toHaveURL(/deposit\/detail\?id=/)
    await expect(main(page)).toContainText(en('fixed.noRecords'))

    await advance(request, 3 * DAY)
    await page.reload()
    await settled(page)
    for (const day of ['1', '2', '3']) await expect(main(page)).toContainText(en('fixed.day', { day }))
    await expect(main(page)).toContainText('0.15 USDT')
    expect((await axe(page)).violations).toEqual([])
    expect(await coin(request, token)).toBe('1000.15')

    await advance(request, 4 * DAY)
    await page.goto('/h5/#/pages/deposit/order')
    await page.reload()
    await settled(page)
    await expect(main(page)).toContainText(en('status.fixed.completed'))
    expect((await axe(page)).violations).toEqual([])
    await main(page)
      .getByRole('tab', { name: en('status.fixed.running') })
      .click()
    await expect(main(page)).toContainText(en('fixed.emptyFiltered'))
    expect(await coin(request, token)).toBe('1000.35')
  },
)

test('broken at the cost shown first', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await satisfyGuards(request, token)
  const id = await fix(request, token)
  await advance(request, 2 * DAY)
  await storeSettings(page, { token })
  await page.goto(`/h5/#/pages/deposit/detail?id=${id}`)
  await settled(page)
  await main(page)
    .getByRole('button', { name: en('fixed.break') })
    .click()
  for (const shown of ['100.00 USDT', '0.50 USDT', '99.50 USDT', '0.02 USDT', '0.05 USDT'])
    await expect(dialog(page)).toContainText(shown)
  expect((await axe(page)).violations).toEqual([])
  await agree(page, 'fixed.break')
  await expectToast(page, en('success.contractBroken'))
  await expect(main(page)).toContainText(en('status.fixed.cancelled'))
  for (const shown of ['−0.48 USDT', '99.50 USDT']) await expect(main(page)).toContainText(shown)
  await expect(main(page).getByRole('button', { name: en('fixed.break') })).toHaveCount(0)
  expect(await coin(request, token)).toBe('999.52')
  await advance(request, 10 * DAY)
  expect(await coin(request, token)).toBe('999.52')
})

test(
  'an answer that is lost on its way: the deposit is made, and once',
  LONG,
  async ({ page, request, pageErrors }) => {
    const { token } = await registerUser(request)
    await satisfyGuards(request, token)
    await storeSettings(page, { token })
    await page.goto('/h5/#/pages/deposit/subscribe?product=usdt-30')
    await settled(page)
    await loseAnswers(page, 'lh/deposit')
    await type(page, 'fixed.amount', '300')
    await main(page)
      .locator('form')
      .getByRole('button', { name: en('fixed.subscribe') })
      .click()
    await agree(page, 'fixed.subscribe')
    await sign(page)
    await expect(page).toHaveURL(/deposit\/detail\?id=/)
    await page.goto('/h5/#/pages/deposit/order')
    await settled(page)
    await expect(main(page)).toContainText(en('fixed.runningOf', { number: '1' }))
    allowConsoleErrors(pageErrors)
  },
)
