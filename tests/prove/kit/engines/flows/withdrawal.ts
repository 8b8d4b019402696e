import { satisfyGuards } from '../../../../e2e/kit/accessRules.ts'
import { registerUser } from '../../../../e2e/kit/flows/user.ts'
import { PAY_PASSWORD } from '../../../../e2e/kit/flows/withdraw.ts'
import { en } from '../../../../e2e/kit/texts.ts'
import { button, field } from '../app.ts'
import type { Flow } from '../flow.ts'

export default {
  about: 'a withdrawal with the payment password, whose field has the focus when it opens',
  async run(app) {
    const { request } = app.site
    const { token } = await registerUser(request)
    await satisfyGuards(request, token)
    await app.start('/pages/assets/withdraw', { token })
    await app.keypad(field(en('withdraw.amount')), '250.5')
    await app.sees('249.50 USDT')
    await app.press({ selector: 'form button', name: en('withdraw.title') })
    await app.overlay('250.50 USDT')
    await app.press(button(en('withdraw.title')))
    await app.until(
      'focus in the payment password',
      async () => (await app.call('focused')).name === en('shell.payPasswordLabel'),
    )
    await app.tab.type(PAY_PASSWORD)
    await app.toastStays(en('success.withdrawalRequested'))
    await app.at('/pages/assets/withdrawDetail')
    await app.sees(en('status.withdrawal.firstReview'))
  },
} satisfies Flow
