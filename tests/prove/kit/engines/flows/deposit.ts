import { advance } from '../../../../e2e/kit/time.ts'
import { coin, picture } from '../../../../e2e/kit/flows/deposit.ts'
import { REVIEW_SECONDS } from '../../../../e2e/kit/net/server.ts'
import { registerUser } from '../../../../e2e/kit/flows/user.ts'
import { en } from '../../../../e2e/kit/texts.ts'
import { button, field } from '../app.ts'
import type { Flow } from '../flow.ts'

export default {
  about: 'a deposit with an uploaded picture, refused below the minimum, then credited',
  async run(app) {
    const { request } = app.site
    const { token } = await registerUser(request)
    await app.start('/pages/assets/topup', { token })
    const submit = button(en('deposit.submit'))
    await app.press(button(en('deposit.upload')))
    await app.until('the file dialog', () =>
      app.call('choose', 'payment.png', 'image/png', picture().toString('base64')),
    )
    await app.sees(en('deposit.uploaded'))
    await app.keypad(field(en('deposit.amount')), '9')
    await app.press(submit)
    await app.sees(en('form.minimum', { min: '10' }))
    await app.enter(field(en('deposit.amount')), '250')
    await app.press(button(en('keypad.done')))
    await app.press(submit)
    await app.overlay('250.00 USDT')
    await app.press(submit)
    await app.toastStays(en('success.submittedForReview'))
    await app.at('/pages/assets/topupDetail')
    await advance(request, REVIEW_SECONDS)
    await app.sees(en('status.deposit.inReview'))
    await advance(request, REVIEW_SECONDS)
    await app.sees(en('deposit.credited'))
    await advance(request, 3600)
    const balance = await coin(request, token)
    if (balance !== '1250') throw new Error(`The balance is ${balance}.`)
  },
} satisfies Flow
