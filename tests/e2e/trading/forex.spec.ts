import type { APIRequestContext, Page } from '@playwright/test'
import { leveraged } from '../kit/flows/lever.ts'
import { LONG } from '../kit/long.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import { settled, dialog, main } from '../kit/screen.ts'
import { activate, trader } from '../kit/flows/seconds.ts'
import { expect, test } from '../kit/test.ts'
import { advance, timeOf } from '../kit/time.ts'
import { storeSettings } from '../kit/flows/user.ts'
import { en } from '../kit/texts.ts'
import { expectToast } from '../kit/toasts.ts'

const A_WHILE = 600

/** Advances the clock hour by hour to a moment at which forex is open, and stays open for a while. */
async function whileOpen(request: APIRequestContext, token: string): Promise<void> {
  for (let hour = 0; hour < 80; hour += 1) {
    const reply = await request.get('/api/trade/access?lang=en&symbol=EURUSD&product=seconds', {
      headers: { authorization: token },
    })
    const { data } = (await reply.json()) as { data: { open: boolean; closes: number | null } }
    if (data.open && (data.closes === null || data.closes - (await timeOf(request)) > A_WHILE)) return
    await advance(request, 3600)
  }
  throw new Error('Forex is never traded')
}

const fill = async (page: Page, name: string, value: string) => {
  await main(page).getByRole('textbox', { name }).fill(value)
  await page.getByRole('button', { name: en('keypad.done') }).click()
}

/** Collects the forex calls. */
function sentBy(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const call = /\/api\/((?:lever|microtrade)\/(?:wh)?submit)$/.exec(request.url())?.[1]
    if (call) calls.push(call)
  })
  return calls
}

test('a fixed-time contract on EUR/USD', LONG, async ({ page, request }) => {
  const { token } = await trader(request)
  await whileOpen(request, token)
  await activate(request, token, 'EURUSD')
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/trade/index?kind=seconds&symbol=EURUSD')
  await settled(page)
  const calls = sentBy(page)
  await fill(page, en('seconds.stake'), '20')
  await main(page)
    .getByRole('button', { name: new RegExp(`^${en('seconds.side.short')}`) })
    .click()
  await expect(dialog(page)).toContainText('EUR/USD')
  await dialog(page)
    .getByRole('button', { name: en('seconds.side.short'), exact: true })
    .click()
  await expectToast(page, en('success.orderPlaced'))
  await expect(main(page).getByRole('timer', { name: en('seconds.left', { pair: 'EUR/USD' }) })).toBeVisible()
  expect(calls).toEqual(['microtrade/whsubmit'])
})

test(
  'leverage on EUR/USD: the risks are read and agreed to, a position is opened and closed',
  LONG,
  async ({ page, request }) => {
    const { token } = await leveraged(request)
    await whileOpen(request, token)
    await storeSettings(page, { token })
    await page.goto('/h5/#/pages/contract/index?symbol=EURUSD')
    await settled(page)
    const send = main(page).getByRole('button', { name: `${en('lever.side.long')} EUR`, exact: true })
    await expect(send).toBeDisabled()
    await main(page)
      .getByRole('button', { name: en('trade.activate') })
      .click()
    await dialog(page)
      .getByRole('button', { name: en('trade.riskAgreeOne') })
      .click()
    await expect(send).toBeEnabled()
    await waitForTapGuard(page)
    const calls = sentBy(page)
    await fill(page, en('lever.size'), '0.01')
    await send.click()
    await dialog(page)
      .getByRole('button', { name: `${en('lever.side.long')} EUR`, exact: true })
      .click()
    await expectToast(
      page,
      en('lever.opened', { quantity: `${en('lever.side.long')} `, price: '' })
        .split(' ', 2)
        .join(' '),
    )
    await main(page)
      .getByRole('button', { name: en('lever.closeAll'), exact: true })
      .click()
    await dialog(page)
      .getByRole('button', { name: en('lever.closeAll'), exact: true })
      .click()
    await expect(main(page)).toContainText(en('lever.nonePositions'))
    expect(calls).toEqual(['lever/whsubmit'])
  },
)
