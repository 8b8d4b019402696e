import type { Locator, Page } from '@playwright/test'
import { leveraged, openLever, trades } from '../kit/flows/lever.ts'
import { above, info, orders, spotTrader } from '../kit/flows/spot.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { LONG } from '../kit/long.ts'
import { goto, main } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { en } from '../kit/texts.ts'
import { fingers } from '../kit/touch.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import table from '../../cases/taps/taps.json' with { type: 'json' }

/** Taps of a user; the digits that are typed are not counted. */
class Taps {
  count = 0
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  async on(target: Locator): Promise<void> {
    await waitForTapGuard(this.page)
    await target.tap()
    this.count += 1
  }
}

const starts = (text: string): RegExp => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`)
const button = (within: Page | Locator, text: string) => within.getByRole('button', { name: starts(text) }).first()
const field = (within: Locator, text: string) => within.getByRole('textbox', { name: starts(text) })
/** The button that agrees to a confirmation: the last one. */
const confirm = (page: Page) => page.getByRole('alertdialog').getByRole('button').last()
const sheet = (page: Page) => page.getByRole('dialog').last()
const position = (page: Page, text: string) => button(main(page), text)

/** How each flow is tapped from its screen; it ends when its effect is booked. */
const FLOWS: Readonly<
  Record<string, (page: Page, request: Parameters<typeof leveraged>[0], taps: Taps) => Promise<void>>
> = {
  async 'buy at market'(page, request, taps) {
    const { token } = await spotTrader(request)
    await storeSettings(page, { token })
    await goto(page, '/pages/trade/index?symbol=BTCUSDT')
    await taps.on(field(main(page), en('spot.quantity')))
    await page.keyboard.type('0.001')
    await taps.on(main(page).locator('form button[type="submit"]').first())
    await taps.on(confirm(page))
    await expect.poll(async () => (await orders(request, token)).map(({ status }) => status)).toEqual([1])
  },
  async 'set a stop'(page, request, taps) {
    const { token } = await onContract(page, request)
    const price = above((await info(request, token)).bid, -1)
    await taps.on(position(page, en('lever.stops')))
    await taps.on(field(sheet(page), en('lever.stopLoss')))
    await page.keyboard.type(price)
    await taps.on(sheet(page).locator('form button[type="submit"]'))
    await expect.poll(async () => (await trades(request, token)).positions[0]?.stopLoss).toBe(price)
  },
  async 'close half'(page, request, taps) {
    const { token } = await onContract(page, request)
    await taps.on(
      main(page)
        .getByRole('button', { name: new RegExp(`^${en('lever.close')} BTC`) })
        .first(),
    )
    await taps.on(button(sheet(page), '50%'))
    await taps.on(sheet(page).locator('form button[type="submit"]'))
    await expect.poll(async () => (await trades(request, token)).positions[0]?.lots).toBe('0.01')
  },
  async reverse(page, request, taps) {
    const { token } = await onContract(page, request)
    await taps.on(position(page, en('lever.reverse')))
    await taps.on(confirm(page))
    await expect.poll(async () => (await trades(request, token)).positions[0]?.side).toBe('short')
  },
  async 'alert from the chart'(page, request, taps) {
    const { token } = await registerUser(request)
    await storeSettings(page, { token })
    await goto(page, '/pages/kline/index?symbol=BTCUSDT')
    const box = await page.locator('figure:visible canvas').last().boundingBox()
    if (!box) throw new Error('The chart is not on the screen.')
    const touch = await fingers(page)
    await touch.longPress({ x: box.x + box.width * 0.4, y: box.y + box.height * 0.3 })
    await touch.up()
    taps.count += 1
    await taps.on(
      button(
        page,
        en('ui.chartPick', { price: '' })
          .replaceAll(/[\u2066-\u2069]/g, '')
          .trim(),
      ),
    )
    await taps.on(button(sheet(page), en('alert.add')))
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
}

/** A trader with a position of 0.02 BTC, on the screen of leverage. */
async function onContract(page: Page, request: Parameters<typeof leveraged>[0]) {
  const member = await leveraged(request)
  await openLever(request, member.token, { lots: '0.02', leverage: 20 })
  await storeSettings(page, { token: member.token })
  await goto(page, '/pages/contract/index?symbol=BTCUSDT')
  return member
}

for (const { name, ours } of table.flows)
  test(`taps: ${name}`, LONG, async ({ page, request }) => {
    const flow = FLOWS[name]
    if (!flow) throw new Error(`There is no flow called ${name}`)
    const taps = new Taps(page)
    await flow(page, request, taps)
    expect(taps.count).toBe(ours)
  })
