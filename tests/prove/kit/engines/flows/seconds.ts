import { advance } from '../../../../e2e/kit/time.ts'
import { activate, contractAccount, trader } from '../../../../e2e/kit/flows/seconds.ts'
import { en } from '../../../../e2e/kit/texts.ts'
import { buttonLike, button, field } from '../app.ts'
import type { Flow } from '../flow.ts'

export default {
  about: 'a fixed-time contract from its ticket to its outcome, with the toasts of both',
  async run(app) {
    const { request } = app.site
    const { token } = await trader(request)
    await activate(request, token)
    await app.start('/pages/trade/index?kind=seconds&symbol=BTCUSDT', { token })
    await app.keypad(field(en('seconds.stake')), '100')
    const ring = { role: 'timer', name: en('seconds.left', { pair: 'BTC/USDT' }) }
    await app.until('a contract', async () => {
      // On a busy machine the offer lapses before it is accepted.
      await app.press(buttonLike(en('seconds.side.long')))
      await app.overlay('100.00 USDT')
      await app.press(button(en('seconds.side.long')))
      await app.noOverlay()
      await app.settle()
      return (await app.call('count', ring)) === 1
    })
    await app.toastStays(new RegExp(`^${en('success.orderPlaced')}`))
    await advance(request, 120)
    await app.toastStays(/^BTC\/USDT: (won|lost|tied)/)
    await app.until('no ring', async () => (await app.call('count', ring)) === 0)
    const [balance, available] = await contractAccount(request, token)
    if (balance !== available || balance === '500') throw new Error(`The account has ${balance}, ${available} free.`)
  },
} satisfies Flow
