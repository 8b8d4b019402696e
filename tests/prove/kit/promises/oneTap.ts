import { expect as base } from '@playwright/test'
import { WAIT_MS } from '../../../e2e/kit/browser.ts'
import { above, info } from '../../../e2e/kit/flows/spot.ts'
import { main } from '../../../e2e/kit/screen.ts'
import { untilFilled, type Drive } from './drives.ts'
import { choose, enter, go, type Stage } from './stage.ts'

const expect = base.configure({ timeout: WAIT_MS })

/** Switches one-tap orders on and opens a ticket. */
async function ticket(stage: Stage, address: string): Promise<void> {
  await stage.page.addInitScript(() => localStorage.setItem('placard.oneTap', 'true'))
  await go(stage, address)
}

/** Waits for the figures beside the button. */
const figures = ({ page, t }: Stage): Promise<void> =>
  expect(main(page)).toContainText(t('trade.oneTap', { quantity: '' }).trim())

/** Waits for refreshed figures: the ones after them are seconds away. */
const refreshed =
  (call: string) =>
  async ({ page }: Stage): Promise<void> =>
    void (await page.waitForResponse((response) => response.url().includes(`/api/${call}`)))

/** Orders that are sent without a confirmation: the figures are those beside the button. */
export const ONE_TAP: Readonly<Record<string, Drive>> = {
  'market buy with one tap': {
    call: 'coin/trade',
    kind: 'spotOrder',
    symbol: 'BTCUSDT',
    beforePress: refreshed('coin/quote'),
    async open(stage) {
      await ticket(stage, '/pages/trade/index?symbol=BTCUSDT')
      await enter(stage, 'spot.quantity', '0.00137')
      await figures(stage)
    },
  },
  'limit order with one tap': {
    call: 'coin/trade',
    kind: 'spotOrder',
    symbol: 'BTCUSDT',
    beforePress: () => Promise.resolve(),
    async open(stage) {
      const { bid } = await info(stage.request, stage.token)
      await ticket(stage, '/pages/trade/index?symbol=BTCUSDT')
      await choose(stage, stage.t('spot.kind.limit'))
      await enter(stage, 'spot.limit', above(bid, -0.3))
      await enter(stage, 'spot.quantity', '0.00137')
      await figures(stage)
    },
    after: untilFilled,
  },
  'leveraged order with one tap': {
    call: 'lever/submit',
    kind: 'leverOrder',
    symbol: 'BTCUSDT',
    beforePress: refreshed('lever/quote'),
    async open(stage) {
      await ticket(stage, '/pages/contract/index?symbol=BTCUSDT')
      await enter(stage, 'lever.size', '0.01')
      await figures(stage)
    },
  },
}
