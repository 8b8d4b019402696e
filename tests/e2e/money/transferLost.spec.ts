import { LONG } from '../kit/long.ts'
import { settled, main } from '../kit/screen.ts'
import { keysOf, leaveUnanswered, loseAnswers } from '../kit/flows/submit.ts'
import { allowConsoleErrors, expect, test } from '../kit/test.ts'
import { SEND, balances, open, records, submit, type, yes } from '../kit/flows/transfer.ts'
import { en } from '../kit/texts.ts'
import { expectToast } from '../kit/toasts.ts'

/** The number of automatic tries of the app. */
const TRIES = 3

test('a lost answer: the app retries automatically, and it is the same transfer', async ({
  page,
  request,
  pageErrors,
}) => {
  const token = await open(page, request)
  const keys = keysOf(page, SEND)
  await loseAnswers(page, SEND, 1)
  await type(page, '10')
  await submit(page).click()
  await yes(page).click()
  await records(page)
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  expect(await balances(request, token)).toEqual(['990', '10'])
  allowConsoleErrors(pageErrors)
})

test(
  'answers that stay lost: the user is notified, and the next press is the same transfer, though nothing is left',
  LONG,
  async ({ page, request, pageErrors }) => {
    const token = await open(page, request)
    const keys = keysOf(page, SEND)
    await loseAnswers(page, SEND, TRIES)
    await type(page, '1000')
    await submit(page).click()
    await yes(page).click()
    await expect(
      main(page)
        .getByRole('status')
        .filter({ hasText: en('transfer.unsure') }),
    ).toBeVisible()
    expect(await balances(request, token)).toEqual(['0', '1000'])
    await submit(page).click()
    await yes(page).click()
    await records(page)
    expect([keys.length, new Set(keys).size]).toEqual([TRIES + 1, 1])
    expect(await balances(request, token)).toEqual(['0', '1000'])
    allowConsoleErrors(pageErrors)
  },
)

test(
  'answers that stay lost: another amount is not sent before the outcome of the first is known',
  LONG,
  async ({ page, request, pageErrors }) => {
    const token = await open(page, request)
    await loseAnswers(page, SEND, TRIES)
    await type(page, '10')
    await submit(page).click()
    await yes(page).click()
    await expect(main(page)).toContainText(en('transfer.unsure'))
    await page.getByRole('textbox', { name: en('transfer.amount') }).fill('11')
    await page.getByRole('button', { name: en('keypad.done') }).click()
    await submit(page).click()
    await yes(page).click()
    await expectToast(page, en('error.earlierDone'))
    expect(await balances(request, token)).toEqual(['990', '10'])
    allowConsoleErrors(pageErrors)
  },
)

for (const arrived of [true, false]) {
  test(
    `a reload in the middle: the user sees that the money ${arrived ? 'has moved' : 'has not moved, and never will'}`,
    LONG,
    async ({ page, request, pageErrors }) => {
      const token = await open(page, request)
      const keys = keysOf(page, SEND)
      const { sent } = await leaveUnanswered(page, SEND, arrived)
      await type(page, '10')
      await submit(page).click()
      await yes(page).click()
      await sent
      await page.reload()
      await expectToast(
        page,
        arrived ? en('shell.moneyDone', { what: en('success.transferred') }) : en('shell.moneyUndone'),
      )
      await settled(page)
      const [key = ''] = keys
      const again = await request.post('/api/wallet/transfer', {
        headers: { authorization: token, 'idempotency-key': key },
        data: { mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount: '10', lang: 'en' },
      })
      expect(((await again.json()) as { type: string }).type).toBe(arrived ? 'ok' : 'error')
      expect(await balances(request, token)).toEqual(arrived ? ['990', '10'] : ['1000', '0'])
      expect(
        await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('placard.submit.'))),
      ).toEqual([])
      allowConsoleErrors(pageErrors)
    },
  )
}
