import { satisfyGuards } from '../../../../e2e/kit/accessRules.ts'
import { registerUser } from '../../../../e2e/kit/flows/user.ts'
import { en } from '../../../../e2e/kit/texts.ts'
import { button, field, type App } from '../app.ts'
import type { Flow } from '../flow.ts'

const [TRADE, ASSETS, WITHDRAW] = ['/pages/trade/index', '/pages/assets/index', '/pages/assets/withdraw']
const PAIR = { role: 'button', pattern: 'BTC/USDT' }
const AMOUNT = field(en('withdraw.amount'))

/** The focus is inside the overlay and stays there, also after more presses of Tab than it has controls. */
async function keepsFocus(app: App): Promise<void> {
  await app.until('focus inside the overlay', async () => (await app.call('focused')).inOverlay)
  for (let presses = 0; presses < 6; presses += 1) {
    await app.tab.key('Tab')
    const { inOverlay, tag, name } = await app.call('focused')
    // A dialog gives the focus to the browser's own bar, which has the body as its element, before its first control again.
    if (!inOverlay && tag !== 'body') throw new Error(`Tab leaves the overlay for <${tag}> ${name}.`)
  }
}

export default {
  about: 'sheets, dialogs and the keypad: they have the focus, and back closes one at a time and leaves no entry',
  async run(app) {
    const { token } = await registerUser(app.site.request)
    await satisfyGuards(app.site.request, token)
    await app.start(TRADE, { token })
    const open = async () => {
      await app.press(PAIR)
      await app.overlay('ETH/USDT')
    }
    await open()
    await keepsFocus(app)
    await app.back()
    await app.stays(TRADE)
    await open()
    await app.tab.key('Escape')
    await app.stays(TRADE)
    const { tag, name, text } = await app.call('focused')
    if (!`${name}${text}`.includes('BTC/USDT')) throw new Error(`The focus returns to <${tag}> ${name} ${text}.`)
    await open()
    await app.press(button(en('ui.close')))
    await app.stays(TRADE)

    await app.press(button(en('tab.assets')))
    await app.at(ASSETS)
    await app.press(button(en('withdraw.title')))
    await app.at(WITHDRAW)
    await app.settle()
    const pad = { role: 'group', name: en('keypad.label') }
    await app.press(AMOUNT)
    for (const sign of '20') await app.press(button(sign))
    await app.back()
    await app.until('no keypad', async () => (await app.call('count', pad)) === 0)
    await app.stays(WITHDRAW)
    if ((await app.call('value', AMOUNT)) !== '20') throw new Error('The amount is gone.')
    const submit = { selector: 'form button', name: en('withdraw.title') }
    await app.press(submit)
    await app.overlay('20.00 USDT')
    await keepsFocus(app)
    await app.back()
    await app.stays(WITHDRAW)
    await app.press(submit)
    await app.press({ selector: 'dialog button', name: en('withdraw.title') })
    await app.until(
      'the payment password',
      async () => (await app.call('focused')).name === en('shell.payPasswordLabel'),
    )
    await app.back()
    await app.stays(WITHDRAW)
    await app.back()
    await app.stays(ASSETS)
  },
} satisfies Flow
