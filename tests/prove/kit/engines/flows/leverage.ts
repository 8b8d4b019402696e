import { leveraged, trades } from '../../../../e2e/kit/flows/lever.ts'
import { en } from '../../../../e2e/kit/texts.ts'
import { button, buttonLike } from '../app.ts'
import type { Flow } from '../flow.ts'

export default {
  about: 'a leveraged position: opened, closed in part in its sheet, closed in full',
  async run(app) {
    const { request } = app.site
    const { token } = await leveraged(request)
    const lots = { role: 'textbox', pattern: `^${en('lever.size')}` }
    await app.start('/pages/contract/index?symbol=BTCUSDT', { token })
    await app.press(buttonLike('50×'))
    await app.settle()
    await app.keypad(lots, '0.02')
    await app.press(button(`${en('lever.side.long')} BTC`))
    await app.overlay(en('lever.liquidation'))
    await app.press(button(`${en('lever.side.long')} BTC`))
    await app.toastStays(new RegExp(`^${en('lever.opened', { quantity: '', price: '' }).split(':', 1)[0]}`))
    await app.sees(en('lever.positionsOf', { total: '1' }))

    await app.press(buttonLike(`${en('lever.close')} BTC`))
    await app.enter(lots, '0.01')
    await app.press(button(en('keypad.done')))
    await app.overlay(en('lever.partResult'))
    await app.press(button(`${en('lever.close')} 0.01 BTC`))
    await app.toastStays(/^0\.01\sBTC closed at/)
    await app.press(button(en('lever.closeAll')))
    await app.overlay(en('lever.closeAll'))
    await app.press(button(en('lever.closeAll')))
    await app.sees(en('lever.nonePositions'))
    const closed = (await trades(request, token)).rows.map((row) => row.lots)
    if (closed.join(' ') !== '0.01 0.01') throw new Error(`Closed: ${closed.join(' ')}.`)
  },
} satisfies Flow
