import { BOUGHT, orders, spotTrader } from '../../../../e2e/kit/flows/spot.ts'
import { en } from '../../../../e2e/kit/texts.ts'
import { field } from '../app.ts'
import type { Flow } from '../flow.ts'

export default {
  about: 'a spot order at the market: quoted, confirmed, filled, in the list of records',
  async run(app) {
    const { token } = await spotTrader(app.site.request)
    await app.start('/pages/trade/index?symbol=BTCUSDT', { token })
    await app.keypad(field(en('spot.quantity')), '0.002')
    await app.press({ selector: 'form button', name: en('spot.do.buy', { coin: 'BTC' }) })
    await app.overlay('0.002 BTC')
    await app.press({ selector: 'dialog button', name: en('spot.do.buy', { coin: 'BTC' }) })
    await app.toastStays(BOUGHT)
    const [order] = await orders(app.site.request, token)
    if (order?.status !== 1 || order.quantity !== '0.002') throw new Error(`The order is ${JSON.stringify(order)}.`)
    await app.press({ role: 'tab', name: en('spot.history') })
    await app.press({ role: 'button', pattern: `${en('spot.side.buy')} BTC/USDT` })
    await app.at('/pages/trade/orderDetail')
    await app.sees(en('status.spotOrder.filled'))
  },
} satisfies Flow
